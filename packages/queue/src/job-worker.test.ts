import { describe, expect, it } from '@jest/globals';
import { jobCatalogue } from '@leadbridge/contracts';

import { retryDelay } from './job-worker.js';

describe('the delay before a retry', () => {
  it('grows with the attempts and stays at the last of the catalog', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelay('bulkImports', attempt, 'job_1'));
    [1_000, 5_000, 15_000, 60_000, 300_000, 300_000, 300_000].forEach((delay, index) => {
      expect(Math.abs((delays[index] ?? 0) - delay)).toBeLessThanOrEqual(delay * 0.1);
    });
  });

  it('varies by a tenth in both directions between jobs, and is the same for one job', () => {
    const delays = Array.from({ length: 1_000 }, (_, job) => retryDelay('leadImports', 1, `job_${job}`));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(450);
    expect(Math.min(...delays)).toBeLessThan(455);
    expect(Math.max(...delays)).toBeLessThanOrEqual(550);
    expect(Math.max(...delays)).toBeGreaterThan(545);
    expect(retryDelay('leadImports', 1, 'job_7')).toBe(delays[7]);
  });

  it('leaves time for the last attempt within the usual wait of 25 s, if a caller waits for the response', () => {
    const waitedFor = Object.values(jobCatalogue).filter(
      ({ queue }) =>
        !['bulkImports', 'undos', 'optOutLists', 'erasures', 'mirrorRebuilds', 'reconciliations'].includes(
          queue,
        ),
    );
    expect(waitedFor).toHaveLength(10);
    for (const { queue, attempts } of waitedFor) {
      const total = Array.from({ length: attempts - 1 }, (_, index) => retryDelay(queue, index + 1, 'job_1'));
      expect(total.reduce((sum, delay) => sum + delay, 0)).toBeLessThan(10_000);
    }
  });
});
