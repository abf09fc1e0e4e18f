import { expect, it } from '@jest/globals';

import { createArrayTrial } from './array-trial.js';

it('arrays begin with two objects, hold fifty once those were taken, and none for ten minutes after they were not', () => {
  let now = 1_000_000;
  const trial = createArrayTrial({ now: () => now });
  expect(trial.length()).toBe(2);
  trial.ended(true);
  expect(trial.length()).toBe(50);
  trial.ended(false);
  expect(trial.length()).toBe(1);
  now += 599_999;
  expect(trial.length()).toBe(1);
  now += 1;
  expect(trial.length()).toBe(2);
});
