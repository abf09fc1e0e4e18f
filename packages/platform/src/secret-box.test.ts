import { randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createSecretBox, SecretBoxError } from './secret-box.js';

const box = createSecretBox([randomBytes(32)]);

describe('the secret box', () => {
  it('decrypts what it encrypted, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, context) => {
        expect(box.open(box.seal(secret, context), context)).toBe(secret);
      }),
    );
  });

  it('encrypts the same text differently every time', () => {
    expect(box.seal('a secret', 'webhook:wh_1')).not.toBe(box.seal('a secret', 'webhook:wh_1'));
  });

  it('does not decrypt in another context', () => {
    const sealed = box.seal('a secret', 'webhook:wh_1');
    expect(() => box.open(sealed, 'webhook:wh_2')).toThrow(SecretBoxError);
  });

  it('does not decrypt what was modified anywhere', () => {
    const [form, id, text = ''] = box.seal('a secret', 'here').split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => box.open(`${form}.${id}.${changed.toString('base64url')}`, 'here')).toThrow(
        SecretBoxError,
      );
    }
  });

  it.each(['', 'v1', 'v1.aaaa', 'v2.aaaa.bbbb', 'v1.00000000.', 'v1.00000000.aaaa.bbbb'])(
    'does not decrypt %p',
    (sealed) => {
      expect(() => box.open(sealed, 'here')).toThrow(SecretBoxError);
    },
  );

  it('does not decrypt what is truncated', () => {
    const sealed = box.seal('', 'here');
    for (let length = 0; length < sealed.length - 1; length += 1) {
      expect(() => box.open(sealed.slice(0, length), 'here')).toThrow(SecretBoxError);
    }
  });

  it('still decrypts with a rotated key, and encrypts with the new one', () => {
    const [older, newer] = [randomBytes(32), randomBytes(32)];
    const before = createSecretBox([older]).seal('a secret', 'here');
    const rotated = createSecretBox([newer, older]);
    expect(rotated.open(before, 'here')).toBe('a secret');
    const after = rotated.seal('a secret', 'here');
    expect(createSecretBox([newer]).open(after, 'here')).toBe('a secret');
    expect(() => createSecretBox([older]).open(after, 'here')).toThrow(/not among those given/);
    expect(() => createSecretBox([newer]).open(before, 'here')).toThrow(/not among those given/);
  });

  it('reveals nothing of the key or the text', () => {
    const key = Buffer.from('0123456789abcdef0123456789abcdef');
    const sealed = createSecretBox([key]).seal('a very well known secret', 'here');
    expect(Buffer.from(sealed).includes('secret')).toBe(false);
    expect(sealed).not.toContain(key.toString('hex').slice(0, 8));
  });

  it('rejects a key of another length', () => {
    expect(() => createSecretBox([randomBytes(31)])).toThrow(/32 bytes/);
  });

  it('re-encrypts what an earlier key has encrypted, and nothing else', () => {
    const [before, after] = [randomBytes(32), randomBytes(32)];
    const sealed = createSecretBox([before]).seal('a secret', 'here');
    const both = createSecretBox([after, before]);
    const anew = both.reseal(sealed, 'here') ?? '';
    expect(createSecretBox([after]).open(anew, 'here')).toBe('a secret');
    expect(both.reseal(anew, 'here')).toBeNull();
    expect(() => both.reseal(sealed, 'elsewhere')).toThrow(SecretBoxError);
    expect(() => createSecretBox([after]).reseal(sealed, 'here')).toThrow(SecretBoxError);
  });
});
