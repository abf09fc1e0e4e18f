import { AppError, type Clock, type SecretBox } from '@leadbridge/platform';

import type { SignedRequest, VerifySignature, WebhookRecord } from '../ports/webhooks.js';
import { openSecrets } from './webhook-secrets.js';

export interface SignatureCheckDependencies {
  readonly verify: VerifySignature;
  readonly box: SecretBox;
  readonly clock: Clock;
  /** Throws RESOURCE_NOT_FOUND. */
  readonly findWebhook: (webhookId: string) => Promise<WebhookRecord>;
}

/** Signed with a secret that still signs. Throws AUTHENTICATION_ERROR, RESOURCE_NOT_FOUND. */
export type CheckWebhookSignature = (webhookId: string, request: SignedRequest) => Promise<void>;

export function createSignatureCheck(deps: SignatureCheckDependencies): CheckWebhookSignature {
  const { verify, box, clock, findWebhook } = deps;
  return async (webhookId, request) => {
    const secrets = openSecrets(box, await findWebhook(webhookId), clock.now());
    const verdict = verify(request, secrets, clock.now());
    if (!verdict.verified) {
      throw new AppError('AUTHENTICATION_ERROR', verdict.reason);
    }
  };
}
