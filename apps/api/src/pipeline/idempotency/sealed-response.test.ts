import { randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { openResponse, sealResponse } from './sealed-response.js';

const key = randomBytes(32);
const response = { status: 201, body: { key: 'shown once', list: [1, null] }, headers: { Location: '/x' } };

describe('an encrypted response', () => {
  it('decrypts to the original, and hides it', () => {
    const sealed = sealResponse(key, 'entry', response);
    expect(openResponse(key, 'entry', sealed)).toEqual(response);
    expect(sealed.toString('latin1')).not.toContain('shown once');
    expect(sealResponse(key, 'entry', response)).not.toEqual(sealed);
  });

  it.each([
    ['another key', randomBytes(32), 'entry'],
    ['another entry', key, 'other'],
  ])('does not decrypt with %s', (_name, otherKey, context) => {
    expect(openResponse(otherKey, context, sealResponse(key, 'entry', response))).toBeNull();
  });

  it('does not decrypt if a bit has changed', () => {
    const sealed = sealResponse(key, 'entry', response);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(openResponse(key, 'entry', changed)).toBeNull();
    }
    expect(openResponse(key, 'entry', Buffer.alloc(3))).toBeNull();
  });
});
