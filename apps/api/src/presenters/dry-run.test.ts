import { describe, expect, it } from '@jest/globals';
import type { JobRecord } from '@leadbridge/usecases';

import { dryRunOf } from './dry-run.js';

const job: JobRecord = {
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

describe('a dry run', () => {
  const dryRun: JobRecord = { ...job, input: { ...job.input, options: { dry_run: true }, dry_run: true } };

  it('is marked as one, with the number of requests that its writes would take', () => {
    const plannedRequests = { writes: 12, listItems: { 3: 100, 5: 101, 8: 0 } };
    expect(dryRunOf({ ...dryRun, plannedRequests })).toEqual({ dry_run: true, psa_requests: 15 });
  });

  it('takes no requests until it has planned any', () => {
    expect(dryRunOf(dryRun)).toEqual({ dry_run: true, psa_requests: 0 });
  });

  it('is not claimed of an import that writes', () => {
    expect(dryRunOf(job)).toEqual({});
  });
});
