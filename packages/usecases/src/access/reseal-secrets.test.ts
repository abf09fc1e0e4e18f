import { randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import { createSecretBox } from '@leadbridge/platform';

import type { SealedSecret, SealedSecretStore } from '../ports/sealed-secrets.js';
import { resealSecrets } from './reseal-secrets.js';

const [lost, earlier, current] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const contexts = {
  webhook: 'webhook:a',
  totp: 'second-factor-totp:a',
  phone: 'second-factor-phone:a',
  suppression_hash: 'suppression-hash:a',
} as const;
const kinds = ['webhook', 'totp', 'phone', 'suppression_hash'] as const;

function sealedWith(key: Buffer, kind: SealedSecret['kind'], context: string = contexts[kind]): SealedSecret {
  return { kind, id: 'a', sealed: createSecretBox([key]).seal('a secret', context) };
}

function memorySecrets(secrets: readonly SealedSecret[], hasChanged = false) {
  const replaced: { readonly kind: string; readonly sealed: string }[] = [];
  const store: SealedSecretStore = {
    async *list() {
      yield* await Promise.resolve(secrets);
    },
    async replace({ kind }, sealed) {
      if (!hasChanged) {
        replaced.push({ kind, sealed });
      }
      return Promise.resolve(!hasChanged);
    },
  };
  return { store, replaced };
}

describe('sealing secrets with the current key', () => {
  const box = createSecretBox([current, earlier]);

  it.each(kinds)('lets the earlier key be removed: %s', async (kind) => {
    const { store, replaced } = memorySecrets([sealedWith(earlier, kind)]);
    expect(await resealSecrets(store, box)).toEqual({ total: 1, resealed: 1, unreadable: [] });
    expect(replaced.map((one) => createSecretBox([current]).open(one.sealed, contexts[kind]))).toEqual([
      'a secret',
    ]);
  });

  it('leaves secrets of the current key unchanged', async () => {
    const { store, replaced } = memorySecrets(kinds.map((kind) => sealedWith(current, kind)));
    expect(await resealSecrets(store, box)).toEqual({ total: 4, resealed: 0, unreadable: [] });
    expect(replaced).toEqual([]);
  });

  it.each([
    ['of a lost key', sealedWith(lost, 'totp')],
    ['of another owner', sealedWith(earlier, 'totp', 'second-factor-totp:b')],
    ['in an unknown form', { kind: 'totp' as const, id: 'a', sealed: 'plain' }],
  ])('reports a secret %s, and continues with the others', async (_, broken) => {
    const { store, replaced } = memorySecrets([broken, sealedWith(earlier, 'webhook')]);
    const unreadable = [{ kind: 'totp', id: 'a' }];
    expect(await resealSecrets(store, box)).toEqual({ total: 2, resealed: 1, unreadable });
    expect(replaced.map(({ kind }) => kind)).toEqual(['webhook']);
  });

  it('does not count a secret that was replaced in the meantime', async () => {
    const { store } = memorySecrets([sealedWith(earlier, 'webhook')], true);
    expect(await resealSecrets(store, box)).toEqual({ total: 1, resealed: 0, unreadable: [] });
  });

  it('passes on a fault of the store', async () => {
    const { store } = memorySecrets([sealedWith(earlier, 'webhook')]);
    const failing = { ...store, replace: async () => Promise.reject(new Error('No primary')) };
    await expect(resealSecrets(failing, box)).rejects.toThrow('No primary');
  });
});
