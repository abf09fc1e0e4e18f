import { randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { openBytes, sealBytes } from './sealed-bytes.js';

const key = Buffer.alloc(32, 1);
const context = 'idempotent response';

describe('sealed bytes', () => {
  it('open to the text that was sealed, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
        expect(openBytes(key, place, sealBytes(key, place, text))).toBe(text);
      }),
    );
  });

  it('differ for the same text, so that equal texts cannot be told', () => {
    expect(sealBytes(key, context, 'text').equals(sealBytes(key, context, 'text'))).toBe(false);
  });

  it('do not contain the text', () => {
    expect(sealBytes(key, context, 'ada@example.com').includes('ada@example.com')).toBe(false);
  });
});

describe('sealed bytes that cannot be trusted', () => {
  const sealed = sealBytes(key, context, 'a text');

  it('are null with another key', () => {
    expect(openBytes(Buffer.alloc(32, 2), context, sealed)).toBeNull();
  });

  it('are null in another context', () => {
    expect(openBytes(key, 'another response', sealed)).toBeNull();
    expect(openBytes(key, '', sealed)).toBeNull();
  });

  it('are null when any byte was changed', () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(openBytes(key, context, changed)).toBeNull();
    }
  });

  it('are null when they were cut off anywhere, within the authentication tag too', () => {
    for (const whole of [sealed, sealBytes(key, context, '')]) {
      for (let length = 0; length < whole.length; length += 1) {
        expect(openBytes(key, context, whole.subarray(0, length))).toBeNull();
      }
    }
  });

  it('are null when they were never sealed', () => {
    expect(openBytes(key, context, Buffer.alloc(0))).toBeNull();
    expect(openBytes(key, context, randomBytes(64))).toBeNull();
  });
});
