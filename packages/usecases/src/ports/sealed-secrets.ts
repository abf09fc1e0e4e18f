/** A sealed secret that is kept until it is replaced. */
export interface SealedSecret {
  /** The kind of secret; with `id` it identifies the owner: a webhook, a person, or the service itself. */
  readonly kind: 'webhook' | 'totp' | 'phone' | 'suppression_hash';
  readonly id: string;
  readonly sealed: string;
}

/** Except short-lived ones, worthless a day later: sent codes, offers, kept responses. */
export interface SealedSecretStore {
  list(): AsyncIterable<SealedSecret>;
  /** Replaces the sealed form of the same secret; false if the secret itself was replaced in the meantime. */
  replace(secret: SealedSecret, sealed: string): Promise<boolean>;
}
