import { expect, it } from '@jest/globals';
import { LeadbridgeError } from '@leadbridge/client';

import { createIntention } from './intention.js';

const noResponse = new LeadbridgeError('NETWORK_ERROR', 'no response');
const fault = new LeadbridgeError('INTERNAL_ERROR', 'a fault', { status: 500 });
const refusal = new LeadbridgeError('VALIDATION_ERROR', 'refused', { status: 400 });

it('keeps the key of a write until its response, and has another for every other write', () => {
  let keys = 0;
  const intention = createIntention(() => `key_${(keys += 1)}`);
  expect(intention.keyFor('a')).toBe('key_1');
  intention.ended(noResponse);
  expect(intention.keyFor('a')).toBe('key_1');
  intention.ended(fault);
  expect(intention.keyFor('a')).toBe('key_1');
  expect(intention.keyFor('b')).toBe('key_2');
  intention.ended(refusal);
  expect(intention.keyFor('b')).toBe('key_3');
  intention.ended(null);
  expect(intention.keyFor('b')).toBe('key_4');
});
