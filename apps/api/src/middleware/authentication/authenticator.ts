import type { Role } from '@leadbridge/contracts';

/** Who asks: an API key, an OAuth client or a signed-in person. */
export interface Credential {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Told to the caller in a header, for example that the key is about to stop working. */
  readonly notice?: string;
}

/** Knows one kind of credential. */
export interface Authenticator {
  /** Null for a token that is not of this kind, unknown, or no longer valid. */
  authenticate(token: string): Promise<Credential | null>;
}
