import { SecretBoxError, suppressionHashContext, type SecretBox } from '@leadbridge/platform';

import type { SealedSecret, SealedSecretStore } from '../ports/sealed-secrets.js';
import { webhookContext } from '../webhooks/webhook-secrets.js';
import { phoneContext } from './second-factor/code-challenge.js';
import { totpContext } from './second-factor/prove-person.js';

export interface Resealing {
  readonly total: number;
  /** How many of them were sealed with an earlier key. */
  readonly resealed: number;
  /** Secrets that none of the keys opens. */
  readonly unreadable: readonly Pick<SealedSecret, 'kind' | 'id'>[];
}

const contextOf: Readonly<Record<SealedSecret['kind'], (id: string) => string>> = {
  webhook: webhookContext,
  totp: totpContext,
  phone: phoneContext,
  suppression_hash: suppressionHashContext,
};

/** Seals earlier keys' secrets with the current key, so that those can be removed. Safe to repeat. */
export async function resealSecrets(store: SealedSecretStore, box: SecretBox): Promise<Resealing> {
  const unreadable: Pick<SealedSecret, 'kind' | 'id'>[] = [];
  let [total, resealed] = [0, 0];
  for await (const secret of store.list()) {
    total += 1;
    try {
      const sealed = box.reseal(secret.sealed, contextOf[secret.kind](secret.id));
      if (sealed !== null && (await store.replace(secret, sealed))) {
        resealed += 1;
      }
    } catch (error) {
      if (!(error instanceof SecretBoxError)) {
        throw error;
      }
      unreadable.push({ kind: secret.kind, id: secret.id });
    }
  }
  return { total, resealed, unreadable };
}
