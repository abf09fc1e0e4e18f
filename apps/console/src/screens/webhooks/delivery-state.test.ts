import { describe, expect, it } from '@jest/globals';

import { attemptLine, deliveryState, readableBody } from './delivery-state.js';

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
    expect(attemptLine({ status_code: 503, duration_ms: 12 })).toBe('503 after 12 ms');
    expect(attemptLine({ status_code: null, duration_ms: 9 })).toBe('No response after 9 ms');
  });

  it('has a body with a line for each field, if it is whole JSON', () => {
    expect(readableBody('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(readableBody('{"a":')).toBe('{"a":');
    expect(readableBody('ok')).toBe('ok');
  });
});
