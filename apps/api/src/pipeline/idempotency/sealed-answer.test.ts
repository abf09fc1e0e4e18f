import { randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { openAnswer, sealAnswer } from './sealed-answer.js';

const key = randomBytes(32);
const answer = { status: 201, body: { key: 'shown once', list: [1, null] }, headers: { Location: '/x' } };

describe('an encrypted answer', () => {
  it('decrypts to the original, and hides it', () => {
    const sealed = sealAnswer(key, 'entry', answer);
    expect(openAnswer(key, 'entry', sealed)).toEqual(answer);
    expect(sealed.toString('latin1')).not.toContain('shown once');
    expect(sealAnswer(key, 'entry', answer)).not.toEqual(sealed);
  });

  it.each([
    ['another key', randomBytes(32), 'entry'],
    ['another entry', key, 'other'],
  ])('does not decrypt with %s', (_name, otherKey, context) => {
    expect(openAnswer(otherKey, context, sealAnswer(key, 'entry', answer))).toBeNull();
  });

  it('does not decrypt if a bit has changed', () => {
    const sealed = sealAnswer(key, 'entry', answer);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(openAnswer(key, 'entry', changed)).toBeNull();
    }
    expect(openAnswer(key, 'entry', Buffer.alloc(3))).toBeNull();
  });
});
