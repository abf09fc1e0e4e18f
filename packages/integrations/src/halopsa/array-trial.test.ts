import { expect, it } from '@jest/globals';

import { createArrayTrial } from './array-trial.js';

it('arrays start with two objects, have fifty once those were accepted, and are not used for ten minutes after a failure', () => {
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
