import { describe, expect, it } from '@jest/globals';

import { bucketOf, summarise } from './summarise.js';

describe('summarise', () => {
  const hashOf = (times: readonly number[]): Record<string, string> => {
    const hash: Record<string, number> = { requests: times.length };
    for (const time of times) {
      hash['microseconds'] = (hash['microseconds'] ?? 0) + time * 1_000;
      const field = `bucket ${bucketOf(time)}`;
      hash[field] = (hash[field] ?? 0) + 1;
    }
    return Object.fromEntries(Object.entries(hash).map(([field, amount]) => [field, String(amount)]));
  };

  it('computes percentiles across several processes to within two per cent', () => {
    const times = Array.from({ length: 1_000 }, (_, index) => index + 1);
    const halves = [times.filter((time) => time % 2 === 0), times.filter((time) => time % 2 === 1)];
    const figures = summarise(halves.map(hashOf), 60);
    expect(figures.average).toBe(500.5);
    for (const [found, exact] of [
      [figures.p95, 950],
      [figures.p99, 990],
    ] as const) {
      expect(found).toBeGreaterThanOrEqual(exact);
      expect(found).toBeLessThanOrEqual(exact * 1.02);
    }
    expect(figures.requestsPerMinute).toBe(16.6667);
  });

  it('is all zeros if nothing was measured', () => {
    expect(summarise([{}, {}], 5)).toEqual({
      requests: 0,
      average: 0,
      p95: 0,
      p99: 0,
      errorRate: 0,
      errorRateByEndpoint: {},
      requestsPerMinute: 0,
      bytes: 0,
    });
  });
});
