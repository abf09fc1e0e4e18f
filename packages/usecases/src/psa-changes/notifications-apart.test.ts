import { describe, expect, it } from '@jest/globals';

import { jobOf } from '../lifecycle/testing/records.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import { readJob, jobRecordOf } from '../work/read-job.js';
import { jobEnd, type JobOutcome } from '../work/job-outcome.js';
import { createSuppressionWorld } from '../suppression/testing/suppression-world.js';
import { createRollingWindow } from '../testing/rolling-window.js';
import type { TicketSyncJob } from './notifications-apart.js';
import { syncTicketChanges } from './sync-ticket-changes.js';

const at = '2026-01-31T09:00:00.000Z';

/** A list of notifications without their changes, and a lifecycle that reads each ticket once more. */
function setUp(notified: number, callsLeft: number, optedOut = false) {
  const window = createRollingWindow(() => world.clock, callsLeft);
  const world = createSuppressionWorld({ takesSlot: window.takesSlot });
  const { psa, jobs } = world;
  const notifications = Array.from({ length: notified }, (_, index) => {
    const customFields = { 101: 'Provider A', ...(optedOut ? { 105: true } : {}) };
    psa.addTicket({ id: 300 + index, statusId: 4, email: `alex${index}@example.com`, customFields });
    return { ticketId: 300 + index, changes: {}, isUntold: true };
  });
  const applied: number[] = [];
  const deps = {
    ...world.deps,
    async applyTicketChange({ ticketId }: { readonly ticketId: number }): Promise<void> {
      await psa.session({ priority: 'lifecycle' }).getTicket(ticketId);
      applied.push(ticketId);
    },
  };
  const list: TicketSyncJob = {
    ...jobOf('ticket_change', { notifications, isList: true }, 'job_list'),
    createdAt: at,
  };
  const run = async (job: TicketSyncJob): Promise<JobOutcome> => syncTicketChanges(deps, job, null);
  /** Runs the jobs that the list has started, as far as the window allows. */
  const runParts = async (): Promise<void> => {
    for (const jobId of new Set(world.enqueued)) {
      const [record] = await jobs.runs.begin([jobId], at);
      if (record === undefined) {
        continue;
      }
      const outcome = await run(readJob(jobRecordOf('ticket_change', record))).catch((error: unknown) => {
        expect(error).toBeInstanceOf(PsaBudgetError);
        return null;
      });
      if (outcome?.kind === 'done' || outcome?.kind === 'refused') {
        await jobs.runs.finish(jobEnd(jobId, outcome, at));
      }
    }
  };
  return { ...world, list, run, runParts, window, applied };
}

describe('a list of notifications that needs more calls than a window has', () => {
  it.each([
    [500, 500, 1_500, 3],
    [500, 90, 1_090, 13],
    [11, 20, 42, 3],
    [250, 500, 500, 1],
  ])('of %i, with %i calls left, takes %i calls in %i windows', async (notified, left, calls, windows) => {
    const { psa, list, run, runParts, window, applied } = setUp(notified, left);
    let passed = 1;
    let outcome = await run(list);
    for (; outcome.kind === 'waiting' && passed < 40; passed += 1) {
      window.waitForFree();
      await runParts();
      outcome = await run(list);
    }
    expect([psa.calls.length, passed]).toEqual([calls, windows]);
    expect(new Set(applied).size).toBe(notified);
    expect(outcome).toEqual({
      kind: 'done',
      result: {
        success: true,
        results: list.input.notifications.map(({ ticketId }) => ({
          ...{ success: true, ticketId, message: 'No Do Not Contact change' },
        })),
      },
    });
  });

  it('tells the provider of each opt-out once', async () => {
    const { list, run, runParts, window, pushes } = setUp(12, 20, true);
    let outcome = await run(list);
    for (let waits = 0; outcome.kind === 'waiting' && waits < 20; waits += 1) {
      window.waitForFree();
      await runParts();
      outcome = await run(list);
    }
    expect(outcome).toMatchObject({ kind: 'done' });
    const people = pushes.map(({ entry }) => entry.email).sort();
    expect(people).toEqual(Array.from({ length: 12 }, (_, index) => `alex${index}@example.com`).sort());
  });

  it('names those that fail, and takes up those that a killed worker has not stored', async () => {
    const { deps, list, run, runParts, window, jobs, enqueued } = setUp(12, 20);
    const { create } = deps.jobs;
    let left = 5;
    Object.assign(deps.jobs, {
      create: async (job: Parameters<typeof create>[0]) => {
        left -= 1;
        await (left < 0 ? Promise.reject(new Error('Killed')) : create(job));
      },
    });
    await expect(run(list)).rejects.toThrow('Killed');
    left = 12;
    window.waitForFree();
    await runParts();
    expect(await run(list)).toMatchObject({ kind: 'waiting', reason: 'psa_budget' });
    for (let waits = 0; waits < 3; waits += 1) {
      window.waitForFree();
      await runParts();
    }
    const [, part = ''] = enqueued;
    Object.assign(jobs.recordOf(part) ?? {}, {
      result: null,
      error: { code: 'EXTERNAL_API_ERROR', message: 'Away' },
    });
    expect(await run(list)).toMatchObject({
      kind: 'refused',
      error: {
        message: '1 of 12 notifications could not be processed',
        details: { results: expect.arrayContaining([{ success: false, ticket_id: 301, error: 'Away' }]) },
      },
    });
  });
});
