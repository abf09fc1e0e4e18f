import { describe, expect, it } from '@jest/globals';
import type { JobRecord } from '@leadbridge/usecases';

import { bulkJob } from '../testing/bulk-job.js';
import { dryRunOf } from './dry-run.js';

describe('a dry run', () => {
  const dryRun: JobRecord = {
    ...bulkJob,
    input: { ...bulkJob.input, options: { dry_run: true }, dry_run: true },
  };

  it('is marked as one, with the number of requests that its writes would take', () => {
    const plannedRequests = { writes: 12, listItems: { 3: 100, 5: 101, 8: 0 } };
    expect(dryRunOf({ ...dryRun, plannedRequests })).toEqual({ dry_run: true, psa_requests: 15 });
  });

  it('takes no requests until it has planned any', () => {
    expect(dryRunOf(dryRun)).toEqual({ dry_run: true, psa_requests: 0 });
  });

  it('is not claimed of an import that writes', () => {
    expect(dryRunOf(bulkJob)).toEqual({});
  });
});
