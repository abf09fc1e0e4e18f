import type { AuditedJobs } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { auditedChange } from '../audit/write-audit.js';
import { jobModel } from './job-model.js';
import { newJobDocument } from './job-documents.js';

export function createAuditedJobs(connection: Connection): AuditedJobs {
  const jobs = jobModel(connection);

  return {
    async create(job, audit) {
      await auditedChange(connection, audit, new Date(job.createdAt), async (session) =>
        jobs.create([newJobDocument(job)], { session }),
      );
    },
  };
}
