import type { AuditedJobs } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { createWriteAudit } from '../audit/write-audit.js';
import { jobModel } from './job-model.js';
import { newJobDocument } from './job-documents.js';

export function createAuditedJobs(connection: Connection): AuditedJobs {
  const jobs = jobModel(connection);
  const writeAudit = createWriteAudit(connection);

  return {
    async create(job, audit) {
      await connection.transaction(async (session) => {
        await jobs.create([newJobDocument(job)], { session });
        await writeAudit(audit, new Date(job.createdAt), session);
      });
    },
  };
}
