import type { ProcessSystem } from '@leadbridge/devkit';

import type { Figure, Measurement } from '../figure.js';
import { leads, post, startService } from '../service.js';

const limit = 40;
const windowSeconds = 12;
const firstSampleMs = 10_000;
const sampleEveryMs = 1_000;
/** Of the time that was really left; or half a window of the budget, which nobody waits for to the second. */
const toleratedShare = 0.3;
const toleratedMs = (windowSeconds * 1_000) / 2;

interface Sample {
  readonly atMs: number;
  readonly estimateMs: number | null;
}

interface Job {
  readonly status: string;
  readonly estimated_finish_at: string | null;
}

async function jobOf(system: ProcessSystem, jobId: string): Promise<Job> {
  const response = await fetch(`${system.baseUrl}/api/v1/jobs/${jobId}`, {
    headers: { authorization: `Bearer ${system.adminKey}` },
  });
  return (await response.json()) as Job;
}

/** Starts a bulk import and samples its estimate until its end; returns the share of the samples that were right. */
async function shareRight(system: ProcessSystem, from: number, count: number): Promise<number> {
  const startedAt = Date.now();
  const { job_id: jobId } = await post(
    system,
    '/sync/leads/bulk',
    { source: 'provider_a', leads: leads(from, count), batch_options: { batch_size: 10 } },
    { prefer: 'respond-async' },
  );
  const samples: Sample[] = [];
  for (;;) {
    const job = await jobOf(system, String(jobId));
    const atMs = Date.now();
    if (!['queued', 'active'].includes(job.status)) {
      return rightOf(samples, atMs);
    }
    if (atMs - startedAt >= firstSampleMs) {
      const { estimated_finish_at: estimate } = job;
      samples.push({ atMs, estimateMs: estimate === null ? null : Date.parse(estimate) });
    }
    await new Promise((resolve) => setTimeout(resolve, sampleEveryMs));
  }
}

function rightOf(samples: readonly Sample[], endedMs: number): number {
  const right = samples.filter(({ atMs, estimateMs }) => {
    const offMs = estimateMs === null ? Number.POSITIVE_INFINITY : Math.abs(estimateMs - endedMs);
    return offMs <= Math.max(toleratedMs, toleratedShare * (endedMs - atMs));
  });
  return right.length / samples.length;
}

function figure(name: string, shares: readonly number[]): Figure {
  return { name, unit: 'share of samples', values: shares, goal: { atLeast: 0.75 } };
}

export const estimate: Measurement = {
  name: 'estimate',
  title: 'How often `estimated_finish_at` is right for imports that meet a spent budget',

  async run() {
    const system = await startService({
      env: { PSA_RATE_LIMIT: String(limit), PSA_RATE_WINDOW_SECONDS: String(windowSeconds) },
      simulator: { rateLimit: limit, rateWindowSeconds: windowSeconds },
    });
    try {
      const together = await Promise.all(
        [0, 1, 2, 3].map(async (part) => shareRight(system, part * 1_000, 70)),
      );
      return [figure('estimates within 30 % or half a window, four imports at once', together)];
    } finally {
      await system.stop();
    }
  },
};
