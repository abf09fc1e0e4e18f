import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PsaSetupProblem } from '@leadbridge/integrations';
import { silentLogger } from '@leadbridge/platform';
import type { JobHandler, QueueKey } from '@leadbridge/queue';

import { watchPsaSetup, type PsaSetupWatch } from './watch-psa-setup.js';

type Problems = readonly PsaSetupProblem[];

const missing: PsaSetupProblem = { level: 'error', message: "no status 'Researching'" };
const warning: PsaSetupProblem = { level: 'warning', message: "no status 'Won'" };

let found: Problems | Error;
let watch: PsaSetupWatch;
const run = { jobId: 'job_1' } as Parameters<JobHandler>[0];

const guarded = (key: QueueKey) => {
  const handler: JobHandler = async () => Promise.resolve({ done: true });
  const handlers = { [key]: handler } as Readonly<Record<QueueKey, JobHandler>>;
  return watch.guard(handlers)[key];
};
const runs = async (key: QueueKey) => (await guarded(key)(run)).done;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(async () => {
  await watch.stop();
  jest.useRealTimers();
});

const start = async (first: Problems | Error): Promise<void> => {
  found = first;
  watch = watchPsaSetup({
    check: async () => (found instanceof Error ? Promise.reject(found) : Promise.resolve(found)),
    clock: { now: () => Date.now() },
    logger: silentLogger,
  });
  await jest.advanceTimersByTimeAsync(0);
};

describe('jobs that need the PSA', () => {
  it('run if it lacks only optional things', async () => {
    await start([warning]);
    expect([await runs('bulkImports'), watch.lacking()]).toEqual([true, undefined]);
  });

  it('wait without a failed attempt while it lacks something, which is reported, and run soon after it exists', async () => {
    await start([warning, missing]);
    expect([await runs('bulkImports'), await runs('webhookDeliveries')]).toEqual([false, true]);
    // Lists of opt-outs are taken without the PSA.
    expect(await runs('optOutLists')).toBe(true);
    expect(watch.lacking()).toEqual({ missing: [missing.message], ageMs: expect.any(Number) });
    found = [warning];
    await jest.advanceTimersByTimeAsync(15_000);
    expect([await runs('bulkImports'), watch.lacking()]).toEqual([true, undefined]);
  });

  it('wait while nothing is known yet, and continue if a later look fails', async () => {
    await start(new Error('away'));
    expect([await runs('bulkImports'), watch.lacking()]).toEqual([false, undefined]);
    found = [];
    await jest.advanceTimersByTimeAsync(15_000);
    expect(await runs('bulkImports')).toBe(true);
    found = new Error('away');
    await jest.advanceTimersByTimeAsync(600_000);
    expect(await runs('bulkImports')).toBe(true);
  });
});
