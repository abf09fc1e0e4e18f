import { describe, expect, it } from '@jest/globals';

import { createMemoryImportStore } from '../testing/memory-import-store.js';
import { createMemoryJobs } from '../testing/memory-jobs.js';
import { createTrialLane } from '../work/trials.js';
import { runLifecycleJob } from './run-lifecycle-job.js';
import { createLifecycleWorld } from './testing/lifecycle-world.js';
import { salesInput } from './testing/records.js';

function begin() {
  const world = createLifecycleWorld();
  const errorLogEntries = createMemoryImportStore();
  const jobs = createMemoryJobs(errorLogEntries);
  const deps = { ...world.deps, runs: jobs.runs, trials: createTrialLane(world.clock), errorLogEntries };
  return { ...jobs, run: async (jobId: string) => runLifecycleJob(deps, { jobId, lastAttempt: false }) };
}

const call = { direction: 'outbound', occurred_at: '2026-01-31T08:00:00.000Z' };

describe('a job of the lifecycle queue', () => {
  // Each use case reports its own missing record, which shows that this one ran.
  it.each([
    ['lead_status', { lead_id: 12, status: 'contacted' }, { lead_id: 12 }],
    ['prospect_conversion', { lead_id: 12 }, { lead_id: 12 }],
    ['prospect_status', { prospect_id: 21, status: 'qualified' }, { prospect_id: 21 }],
    ['opportunity_creation', { prospect_id: 21, opportunity_data: salesInput }, { prospect_id: 21 }],
    ['opportunity_update', { opportunity_id: 31 }, { opportunity_id: 31 }],
    ['call_record', { lead_id: 12, ...call }, { lead_id: 12 }],
  ] as const)('of the type %s is run by its use case, and ended', async (type, input, details) => {
    const { add, ends, run } = begin();
    const jobId = add(type, input);
    expect(await run(jobId)).toEqual({ done: true });
    expect(ends.get(jobId)).toMatchObject({
      status: 'failed',
      error: { code: 'RESOURCE_NOT_FOUND', details },
    });
  });
});
