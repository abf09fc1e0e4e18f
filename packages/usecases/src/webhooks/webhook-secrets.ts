import { randomBytes } from 'node:crypto';

import type { SecretBox } from '@leadbridge/platform';

import type { PreviousSecret, WebhookRecord } from '../ports/webhooks.js';

const hour = 3_600_000;

/** How long a secret still signs after it was replaced. */
const previousSecretLifetimeMs = 24 * hour;

/** More rotations within a day than anyone needs; keeps the header short. */
const maxPreviousSecrets = 3;

const secretBytes = 32;

/** A secret in the format of the Standard Webhooks specification. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

export function sealSecret(box: SecretBox, webhookId: string, secret: string): string {
  return box.seal(secret, webhookContext(webhookId));
}

/** In plain text: the current secret, followed by those that still sign at `now`. @throws SecretBoxError */
export function openSecrets(
  box: SecretBox,
  webhook: WebhookRecord,
  now: number,
): readonly [string, ...string[]] {
  const context = webhookContext(webhook.webhookId);
  return [
    box.open(webhook.sealedSecret, context),
    ...stillSigning(webhook.previousSecrets, now).map(({ sealed }) => box.open(sealed, context)),
  ];
}

/** The previous secrets after a rotation at `now`, newest first. */
export function previousAfterRotation(webhook: WebhookRecord, now: number): readonly PreviousSecret[] {
  const replaced = {
    sealed: webhook.sealedSecret,
    until: new Date(now + previousSecretLifetimeMs).toISOString(),
  };
  return [replaced, ...stillSigning(webhook.previousSecrets, now)].slice(0, maxPreviousSecrets);
}

function stillSigning(previous: readonly PreviousSecret[], now: number): readonly PreviousSecret[] {
  return previous.filter(({ until }) => Date.parse(until) > now);
}

export function webhookContext(webhookId: string): string {
  return `webhook:${webhookId}`;
}
