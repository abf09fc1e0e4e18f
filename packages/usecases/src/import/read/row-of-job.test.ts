import type { PlannedOutcome } from '@leadbridge/contracts';
import { describe, expect, it } from '@jest/globals';

import { createMemoryImportStore } from '../../testing/memory-import-store.js';
import { createMemoryJobs } from '../../testing/memory-jobs.js';
import { jobRecordOf, readJob } from '../../work/read-job.js';
import { rowOfJob } from './row-of-job.js';
import { alex } from '../testing/import-rows.js';
import { createImportWorld } from '../testing/stage-context.js';

const planned: PlannedOutcome = { result: 'created', psa_ticket_id: null, changes: {} };

function rowOf(input: object = {}) {
  const jobs = createMemoryJobs(createMemoryImportStore());
  const id = jobs.add('bulk_import', { source: 'CSV', ...input });
  const record = jobs.recordOf(id);
  if (record === null) {
    throw new Error('The job is gone');
  }
  const job = readJob(jobRecordOf('bulk_import', record));
  return rowOfJob(createImportWorld().deps, job, { index: 7, row: 9, data: alex, intent: null, planned });
}

describe('a row of a job', () => {
  it('has the source, the options and the acceptance time of its job', () => {
    expect(rowOf({ options: { deduplication: false } })).toMatchObject({
      ref: { jobId: 'job_a1', index: 7 },
      source: { name: 'csv' },
      options: { deduplication: false, updateExisting: true },
      acceptedAt: Date.parse('2026-01-31T08:59:00.000Z'),
      data: alex,
    });
  });

  it('is compared with its dry run only if requested', () => {
    expect(rowOf({ if_changed: 'skip' }).planned).toEqual(planned);
    expect(rowOf().planned).toBeNull();
  });

  it('is rejected if its source is no longer configured', () => {
    expect(() => rowOf({ source: 'gone' })).toThrow('gone');
  });
});
