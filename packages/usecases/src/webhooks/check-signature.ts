import { AppError, type Clock, type SecretBox } from '@leadbridge/platform';

import type { SignedRequest, VerifySignature, WebhookRecord } from '../ports/webhooks.js';
import { openSecrets } from './webhook-secrets.js';

export interface SignatureCheckDependencies {
  /** What the PSA signs with. */
  readonly inboundSecret: string;
  readonly verify: VerifySignature;
  readonly box: SecretBox;
  readonly clock: Clock;
  /** Throws RESOURCE_NOT_FOUND. */
  readonly findWebhook: (webhookId: string) => Promise<WebhookRecord>;
}

/** Both throw AUTHENTICATION_ERROR for a request whose signature or timestamp is not right. */
export interface SignatureChecks {
  /** A request of the PSA (decisions: "Who may call `POST /webhooks/dnc-sync`"). */
  fromPsa(request: SignedRequest): void;
  /** A request signed as the events of a webhook are. Throws RESOURCE_NOT_FOUND too. */
  ofWebhook(webhookId: string, request: SignedRequest): Promise<void>;
}

export function createSignatureChecks(deps: SignatureCheckDependencies): SignatureChecks {
  const { inboundSecret, verify, box, clock, findWebhook } = deps;

  function check(request: SignedRequest, secrets: readonly string[]): void {
    const verdict = verify(request, secrets, clock.now());
    if (!verdict.verified) {
      throw new AppError('AUTHENTICATION_ERROR', verdict.reason);
    }
  }

  return {
    fromPsa(request) {
      check(request, [inboundSecret]);
    },

    async ofWebhook(webhookId, request) {
      check(request, openSecrets(box, await findWebhook(webhookId), clock.now()));
    },
  };
}
