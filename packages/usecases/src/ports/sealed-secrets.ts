/** A secret at rest that is kept until it is replaced. */
export interface SealedSecret {
  /** What it is, and with `id` what it belongs to: a webhook, a person, or the service itself. */
  readonly kind: 'webhook' | 'totp' | 'phone' | 'suppression_hash';
  readonly id: string;
  readonly sealed: string;
}

/** All sealed secrets but those that are worth nothing a day later: codes on their way, offers, answers kept for a repeat. */
export interface SealedSecretStore {
  list(): AsyncIterable<SealedSecret>;
  /** Puts another sealing of the same secret in its place; false where the secret was replaced meanwhile. */
  replace(secret: SealedSecret, sealed: string): Promise<boolean>;
}
