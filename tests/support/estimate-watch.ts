import { expect } from '@jest/globals';
import { startSystem, type ProcessSystem } from '@leadbridge/devkit';

import { callerOf, flatLead } from './caller.js';

const limit = 40;
const windowSeconds = 5;
const sampleEveryMs = 500;
/** Of the time that was really left; or half a window of the budget, which nobody waits for to the second. */
const toleratedShare = 0.3;
const toleratedMs = (windowSeconds * 1_000) / 2;
const attempts = 3;

/** Of a job's `estimated_finish_at`, when it was asked for. */
export interface EstimateSample {
  readonly held: boolean;
  readonly says: string;
}

/** A service on short windows of the budget. */
export async function startPacedSystem(): Promise<ProcessSystem> {
  return await startSystem({
    env: {
      PSA_RATE_LIMIT: String(limit),
      PSA_RATE_WINDOW_SECONDS: String(windowSeconds),
      RATE_LIMIT_PER_HOUR: '100000',
    },
    simulator: { rateLimit: limit, rateWindowSeconds: windowSeconds },
  });
}

export const peopleFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => flatLead(from + index));

/** Asks for a job's estimate until the job has ended. */
export async function watchEstimates(
  system: ProcessSystem,
  jobId: string,
): Promise<readonly EstimateSample[]> {
  const api = callerOf(system);
  const samples: { readonly atMs: number; readonly estimateMs: number | null; readonly processed: number }[] =
    [];
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

/**
 * Whatever else the machine does slows an attempt down: the first of three that holds is enough.
 *
 * @param leastShare of the samples that must hold
 */
export async function expectMostHold(
  leastShare: number,
  watched: (attempt: number) => Promise<readonly EstimateSample[]>,
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
