import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { SendOutcome } from '../ports/webhooks.js';
import { decideRetry } from './retry-schedule.js';

/** The schedule of "Delivery", in seconds. */
const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
const day = 24 * 3_600_000;

const responded = (status: number, retryAfterMilliseconds: number | null = null): SendOutcome => ({
  kind: 'responded',
  status,
  retryAfterMilliseconds,
  response: '',
});
const noResponse: SendOutcome = { kind: 'no_response', error: 'The connection was refused' };

const failure = fc.oneof(
  fc.constant(noResponse),
  fc
    .tuple(fc.integer({ min: 300, max: 599 }), fc.option(fc.integer({ min: 0, max: 10 * day })))
    .filter(([status]) => status !== 410)
    .map(([status, retryAfter]) => responded(status, retryAfter)),
);

describe('the decision after an attempt', () => {
  it('is success after a 2xx', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 299 }), fc.integer({ min: 1, max: 20 }), (status, tries) => {
        expect(decideRetry(responded(status, 5_000), tries, delays, 0.5)).toEqual({ kind: 'succeeded' });
      }),
    );
  });

  it('switches the webhook off after a 410, whichever attempt it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (tries) => {
        expect(decideRetry(responded(410), tries, delays, 0.5)).toEqual({ kind: 'gone' });
      }),
    );
  });

  it.each(delays.map((delay, index) => [index + 1, delay]))(
    'after failure %i is another one in about %i s',
    (tries, delay) => {
      for (const outcome of [noResponse, responded(500), responded(404), responded(302), responded(429)]) {
        expect(decideRetry(outcome, tries, delays, 0.5)).toEqual({
          kind: 'retry',
          delayMilliseconds: delay * 1000,
        });
      }
    },
  );

  it('is failure after the last attempt of the schedule', () => {
    expect(decideRetry(noResponse, delays.length + 1, delays, 0.5)).toEqual({ kind: 'failed' });
    expect(decideRetry(responded(503, 1_000), delays.length + 1, delays, 0.5)).toEqual({ kind: 'failed' });
    expect(decideRetry(noResponse, 1, [], 0.5)).toEqual({ kind: 'failed' });
  });

  it('varies delays by a tenth either way, but never retries before the target permits it, up to a day', () => {
    fc.assert(
      fc.property(
        failure,
        fc.integer({ min: 1, max: delays.length }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (outcome, tries, random) => {
          const decision = decideRetry(outcome, tries, delays, random);
          const scheduled = (delays[tries - 1] ?? 0) * 1000;
          const asked = outcome.kind === 'responded' ? Math.min(outcome.retryAfterMilliseconds ?? 0, day) : 0;
          if (decision.kind !== 'retry') {
            throw new Error(`a failure led to ${decision.kind}`);
          }
          expect(decision.delayMilliseconds).toBeGreaterThanOrEqual(Math.max(scheduled * 0.9, asked));
          expect(decision.delayMilliseconds).toBeLessThanOrEqual(Math.max(scheduled * 1.1, asked));
        },
      ),
    );
  });

  it('honours a Retry-After longer than the schedule, up to a day', () => {
    expect(decideRetry(responded(429, 60_000), 1, delays, 0.5)).toEqual({
      kind: 'retry',
      delayMilliseconds: 60_000,
    });
    expect(decideRetry(responded(503, 90 * day), 1, delays, 0.5)).toEqual({
      kind: 'retry',
      delayMilliseconds: day,
    });
    expect(decideRetry(responded(429, 1), 1, delays, 0.5)).toEqual({
      kind: 'retry',
      delayMilliseconds: 5_000,
    });
  });
});
