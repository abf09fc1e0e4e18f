import type { JobRecord } from '@leadbridge/usecases';

/** A bulk import of five rows that ended before the last one. */
export const bulkJob: JobRecord = {
  jobId: 'job_1',
  type: 'bulk_import',
  status: 'completed',
  input: { source: 'csv', batch_options: {} },
  requestId: 'req_1',
  actor: { id: 'key_1', name: 'CRM' },
  progress: { total: 5, processed: 4, successful: 3, failed: 1 },
  result: null,
  error: null,
  parentJobId: null,
  cancelRequested: false,
  createdAt: '2026-01-31T09:00:00.000Z',
  startedAt: null,
  finishedAt: null,
};
