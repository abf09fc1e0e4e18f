import { describe, expect, it } from '@jest/globals';

import { dateAndTime, duration, timeOfDay } from './time-text.js';

const time = new Date(2026, 0, 5, 9, 3, 7);

describe('a time, by the clock of the person', () => {
  it('has its day only if that is another one', () => {
    expect(timeOfDay(time, new Date(2026, 0, 5, 23, 59))).toBe('09:03:07');
    expect(timeOfDay(time, new Date(2026, 0, 6))).toBe('09:03:07 on 2026-01-05');
    expect(timeOfDay(time, new Date(2027, 0, 5, 9, 3, 7))).toBe('09:03:07 on 2026-01-05');
  });

  it('has its day and minutes', () => {
    expect(dateAndTime(time)).toBe('2026-01-05 at 09:03');
  });
});

it.each([
  [0, '0 s'],
  [0.4, '0 s'],
  [119.4, '119 s'],
  [120, '2 min'],
  [2_580, '43 min'],
])('%d seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
