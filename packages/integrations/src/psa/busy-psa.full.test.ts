import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { PsaBudgetError, PsaUncertainError } from '@leadbridge/usecases';

import { type ClientBench, openClientBench } from './testing/psa-clients.js';
import type { ScriptedResponse } from './testing/scripted-psa.js';

let bench: ClientBench;
let prefixes = 0;

beforeAll(async () => {
  bench = await openClientBench();
});
afterEach(() => bench.reset());
afterAll(async () => bench.close());

/** Two processes with one budget. */
function twoProcesses() {
  prefixes += 1;
  const keyPrefix = `${testServers().redisKeyPrefix}:busy-${prefixes}`;
  return [bench.client({ keyPrefix }), bench.client({ keyPrefix })] as const;
}

/** When each request arrived, in milliseconds; the first gets `first` as its response, and all others a good one. */
function respondFirst(first: ScriptedResponse): number[] {
  const arrivals: number[] = [];
  bench.psa.respondWith(() => {
    arrivals.push(performance.now());
    return arrivals.length === 1 ? first : { json: [] };
  });
  return arrivals;
}

const inTwoSeconds = (): string => new Date(Date.now() + 2_000).toUTCString();
const named = 'Rate Limit Reached - 9000 Requests per rolling 5 minute window.';

interface BusyResponse {
  readonly status: number;
  readonly text?: string;
  readonly retryAfter?: string | (() => string);
}

describe('a PSA that says when to come back', () => {
  it.each<readonly [string, BusyResponse, number | null]>([
    ['503 with seconds', { status: 503, retryAfter: '2' }, 1_900],
    ['503 with a time', { status: 503, retryAfter: inTwoSeconds }, 900],
    ['429 with seconds', { status: 429, text: named, retryAfter: '2' }, 1_900],
    ['503 without', { status: 503 }, null],
    ['503 with a time that has passed', { status: 503, retryAfter: '0' }, null],
    ['503 with something else', { status: 503, retryAfter: 'soon' }, null],
    ['500 with seconds, which does not ask for it', { status: 500, retryAfter: '2' }, null],
  ])('by %s is called by no process before', async (_case, { retryAfter, ...response }, pauseMs) => {
    const [one, other] = twoProcesses();
    const value = typeof retryAfter === 'function' ? retryAfter() : retryAfter;
    const arrivals = respondFirst({
      ...response,
      headers: value === undefined ? {} : { 'retry-after': value },
    });
    const first = one.session({ priority: 'single' }).statuses();
    while (arrivals.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    // The response is on its way back.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.all([first, other.session({ priority: 'opt_out' }).statuses()]);
    const [refusedAt = 0, ...later] = arrivals;
    const soonest = Math.min(...later) - refusedAt;
    expect(later.length).toBeGreaterThanOrEqual(2);
    if (pauseMs === null) {
      expect(soonest).toBeLessThan(1_500);
    } else {
      expect(soonest).toBeGreaterThan(pauseMs);
    }
  });

  it('makes what cannot wait as long come back later, and keeps its limit', async () => {
    const [one, other] = twoProcesses();
    respondFirst({ status: 503, headers: { 'retry-after': '120' } });
    await expect(one.session({ priority: 'single' }).statuses()).rejects.toThrow(PsaBudgetError);
    const error: unknown = await other
      .session({ priority: 'bulk' })
      .statuses()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PsaBudgetError);
    const waitMs = (error instanceof PsaBudgetError ? error.retryAt : 0) - Date.now();
    expect(waitMs).toBeGreaterThan(100_000);
    expect(waitMs).toBeLessThan(121_000);
    expect(bench.psa.calls()).toHaveLength(1);
    expect(await one.budgetStatus()).toMatchObject({ limit: 10_000, learnedLimit: null });
  });

  it('is believed for an hour at most', async () => {
    const [one] = twoProcesses();
    respondFirst({ status: 503, headers: { 'retry-after': '864000' } });
    const error: unknown = await one
      .session({ priority: 'single' })
      .statuses()
      .catch((thrown: unknown) => thrown);
    const waitMs = (error instanceof PsaBudgetError ? error.retryAt : 0) - Date.now();
    expect(Math.round(waitMs / 60_000)).toBe(60);
  });

  it('may have applied a write, which is sent once', async () => {
    const [one] = twoProcesses();
    respondFirst({ status: 503, headers: { 'retry-after': '1' } });
    const write = one.inspect(async (io) =>
      io.write({ method: 'POST', path: '/Tickets', pattern: '/Tickets', body: [{}] }),
    );
    await expect(write).rejects.toThrow(PsaUncertainError);
    expect(bench.psa.calls()).toHaveLength(1);
  });
});
