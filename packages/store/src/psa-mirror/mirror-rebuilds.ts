import { unfinishedJobStatuses } from '@leadbridge/contracts';
import type { MirrorRebuilds } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { writeAudit } from '../audit/write-audit.js';
import { newJobDocument } from '../job/job-documents.js';
import { jobModel } from '../job/job-model.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { mirrorStateModel } from './mirror-models.js';

export function createMirrorRebuilds(connection: Connection): MirrorRebuilds {
  const jobs = jobModel(connection);
  const requests = connection.collection<{ _id: string; jobId: string }>(
    mirrorStateModel(connection).collection.name,
  );

  return {
    async create(job, audit) {
      return await transactDespiteCollisions(connection, async (session) => {
        // Two concurrent requests collide here, and the second finds the job of the first.
        await requests.updateOne(
          { _id: 'rebuild' },
          { $set: { jobId: job.jobId } },
          { session, upsert: true },
        );
        const running = await jobs
          .exists({ type: job.type, status: { $in: [...unfinishedJobStatuses] } })
          .session(session);
        if (running !== null) {
          return String(running._id);
        }
        await jobs.create([newJobDocument(job)], { session });
        await writeAudit(connection, audit, new Date(job.createdAt), session);
        return null;
      });
    },
  };
}
