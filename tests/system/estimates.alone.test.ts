import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '@leadbridge/devkit';

import { callerOf, flatLead, type Caller } from '../support/caller.js';

const limit = 40;
const windowSeconds = 5;
const sampleEveryMs = 500;
/** Of the time that was really left; or half a window of the budget, which nobody waits for to the second. */
const toleratedShare = 0.3;
const toleratedMs = (windowSeconds * 1_000) / 2;
const attempts = 3;

interface Sample {
  readonly atMs: number;
  readonly estimateMs: number | null;
  readonly processed: number;
}

let system: TestSystem;
let api: Caller;

beforeAll(async () => {
  system = await startSystem({
    env: {
      PSA_RATE_LIMIT: String(limit),
      PSA_RATE_WINDOW_SECONDS: String(windowSeconds),
      RATE_LIMIT_PER_HOUR: '100000',
    },
    simulator: { rateLimit: limit, rateWindowSeconds: windowSeconds },
  });
  api = callerOf(system);
});
afterAll(async () => {
  await system.stop();
});

const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => flatLead(from + index));

function jobOf(accepted: Readonly<Record<string, unknown>>): string {
  return String(accepted['job_id']);
}

/** @returns for each sample of the job's estimate whether it held, and what it said */
async function watch(jobId: string): Promise<readonly { readonly held: boolean; readonly says: string }[]> {
  const samples: Sample[] = [];
  for (;;) {
    const { body: job } = await api.call('GET', `/jobs/${jobId}`);
    const atMs = Date.now();
    if (!['queued', 'active'].includes(String(job['status']))) {
      return samples.map((sample) => {
        const leftMs = atMs - sample.atMs;
        const offMs = sample.estimateMs === null ? Number.POSITIVE_INFINITY : sample.estimateMs - atMs;
        const held = Math.abs(offMs) <= Math.max(toleratedMs, toleratedShare * leftMs);
        return { held, says: `${leftMs} ms left: ${offMs} ms off, ${sample.processed} rows` };
      });
    }
    const estimate = job['estimated_finish_at'];
    samples.push({
      atMs,
      estimateMs: typeof estimate === 'string' ? Date.parse(estimate) : null,
      processed: Number(Object(job['progress'])['processed']),
    });
    await new Promise((resolve) => setTimeout(resolve, sampleEveryMs));
  }
}

async function importAndWatch(leads: readonly object[]) {
  const { body } = await api.importBulk(leads, {
    headers: { prefer: 'respond-async' },
    batchOptions: { batch_size: 20 },
  });
  return await watch(jobOf(body));
}

/**
 * Whatever else the machine does slows an attempt down: the first of three that holds is enough.
 *
 * @param leastShare of the samples that must hold
 */
async function expectMostHold(
  leastShare: number,
  watched: (attempt: number) => Promise<readonly { readonly held: boolean; readonly says: string }[]>,
): Promise<void> {
  let wrong: readonly string[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const samples = await watched(attempt);
    expect(samples.length).toBeGreaterThan(15);
    wrong = samples.filter(({ held }) => !held).map(({ says }) => says);
    if (samples.length - wrong.length >= leastShare * samples.length) {
      return;
    }
  }
  // The message shows them.
  expect(wrong).toEqual([]);
}

describe('`estimated_finish_at` on short windows of the budget', () => {
  const known = people(1_000, 140);

  beforeAll(async () => {
    const { body } = await api.importBulk(known, { headers: { prefer: 'respond-async' } });
    await api.finished(jobOf(body));
  });

  it('holds in three of four samples of an import alone', async () => {
    await expectMostHold(0.75, (attempt) =>
      importAndWatch(known.map((lead) => ({ ...lead, headcount: 9_999 + attempt }))),
    );
  });

  // Which of two windows serves the last calls of an import is decided by the order in which those of all imports arrive.
  it('holds in most samples of an import beside others', async () => {
    await expectMostHold(0.5, async (attempt) => {
      const together = await Promise.all([
        importAndWatch(known.slice(0, 90).map((lead) => ({ ...lead, headcount: 300 + attempt }))),
        importAndWatch(people(3_000 + 100 * attempt, 90)),
      ]);
      return together.flat();
    });
  });

  it('holds in three of four samples of an undo from a quarter of its way on', async () => {
    await expectMostHold(0.75, async (attempt) => {
      const leads = people(5_000 + 100 * attempt, 40);
      const { body } = await api.importBulk(leads, { headers: { prefer: 'respond-async' } });
      const importId = jobOf(body);
      await api.finished(importId);
      const { body: accepted } = await api.call('POST', `/jobs/${importId}/undo`, {});
      const samples = await watch(jobOf(accepted));
      return samples.slice(Math.ceil(samples.length / 4));
    });
  });
});
