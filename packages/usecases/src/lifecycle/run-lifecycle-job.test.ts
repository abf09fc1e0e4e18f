import { describe, expect, it } from '@jest/globals';

import { createMemoryImportStore } from '../testing/memory-import-store.js';
import { createMemoryJobs } from '../testing/memory-jobs.js';
import type { PsaFault } from '../testing/psa-faults.js';
import { createTrialLane } from '../work/trials.js';
import { runLifecycleJob } from './run-lifecycle-job.js';
import { createLifecycleWorld } from './testing/lifecycle-world.js';
import { leadRecord, salesInput } from './testing/records.js';

function begin() {
  const world = createLifecycleWorld();
  const errorLogEntries = createMemoryImportStore();
  const jobs = createMemoryJobs(errorLogEntries);
  const deps = { ...world.deps, runs: jobs.runs, trials: createTrialLane(world.clock), errorLogEntries };
  const run = async (jobId: string) => runLifecycleJob(deps, { jobId, lastAttempt: false });
  const runLast = async (jobId: string) => runLifecycleJob(deps, { jobId, lastAttempt: true });
  return { ...world, ...jobs, run, runLast };
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

  it.each<[string, PsaFault, boolean, object]>([
    ['of an opt-out waits for a PSA that is away', 'away', true, { done: false, reason: 'psa_unavailable' }],
    ['of an opt-out ends if the PSA refuses it', 'refused', true, { done: true }],
    ['of a caller fails, who can repeat it', 'away', false, {}],
  ])('%s', async (_what, fault, isOfOptOut, expected) => {
    const { add, ends, leads, psa, clock, runLast } = begin();
    leads.set(12, leadRecord({ status: 'contacted' }));
    psa.faults.plan('updateTicket', fault);
    const requestId = isOfOptOut ? 'sup_1' : 'req_1';
    const jobId = add('lead_status', { lead_id: 12, status: 'do_not_contact' }, { requestId });
    const outcome = await runLast(jobId).catch(() => ({}));
    expect(outcome).toMatchObject(expected);
    const isPutBack = 'reason' in expected;
    expect(ends.has(jobId)).toBe(!isPutBack);
    if (isPutBack) {
      expect(outcome).toMatchObject({ continueAt: clock.now() + 60_000 });
      await runLast(jobId);
      expect(ends.get(jobId)?.status ?? leads.get(12)?.status).toBe('do_not_contact');
    }
  });
});
