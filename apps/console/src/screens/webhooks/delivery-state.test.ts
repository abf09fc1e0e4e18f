import { describe, expect, it } from '@jest/globals';

import { attemptLine, deliveryState, readableBody, webhookState } from './delivery-state.js';

const now = Date.parse('2026-01-31T09:00:00Z');
const inFourMinutes = '2026-01-31T09:04:30Z';

describe('a delivery in words', () => {
  it.each([
    ['succeeded', 1, null, 'Delivered', 'green'],
    ['failed', 10, null, 'Failed', 'red'],
    ['pending', 0, inFourMinutes, 'Waiting', 'amber'],
    ['pending', 2, inFourMinutes, 'Failing, next try in 4 min', 'red'],
  ] as const)('%s after %d attempts, next at %p', (status, attempt_count, next_attempt_at, text, tone) => {
    expect(deliveryState({ status, attempt_count, next_attempt_at }, now)).toEqual({ text, tone });
  });

  it('has a line for each attempt', () => {
    const refused = 'The target responded with 503';
    expect(attemptLine({ status_code: 503, duration_ms: 12, error: refused })).toBe('503 after 12 ms');
    const error = 'The TLS certificate has expired (CERT_HAS_EXPIRED)';
    expect(attemptLine({ status_code: null, duration_ms: 9, error })).toBe(`${error} after 9 ms`);
    expect(attemptLine({ status_code: null, duration_ms: 9, error: null })).toBe('No response after 9 ms');
  });

  it('has a body with a line for each field, if it is whole JSON', () => {
    expect(readableBody('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(readableBody('{"a":')).toBe('{"a":');
    expect(readableBody('ok')).toBe('ok');
  });
});

describe('a webhook in words', () => {
  const at = '2026-01-31T09:00:00Z';
  it.each([
    [true, null, null, 'On', 'green'],
    [true, null, at, 'Failing', 'red'],
    [false, null, null, 'Off', 'grey'],
    [false, 'gone', null, 'Switched off: the target responded with 410', 'red'],
    [false, 'five_days_of_failures', at, 'Switched off: every delivery failed for five days', 'red'],
  ] as const)(
    'active %p, switched off by %p, failing since %p',
    (active, reason, failing_since, text, tone) => {
      const switched_off = reason === null ? null : { reason, at };
      expect(webhookState({ active, switched_off, failing_since })).toEqual({ text, tone });
    },
  );
});
