import type { Role } from '@leadbridge/contracts';
import type { AppError } from '@leadbridge/platform';

import type { TokenCarrier } from './presented-token.js';

/** The caller: an API key, an OAuth client or a signed-in person. */
export interface Credential {
  /** The id by which limits are counted and logs identify the caller: no name and no address. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly kind: 'api_key' | 'oauth_client' | 'person';
  readonly sessionId?: string;
  /** True for a person who must set up a second factor first. */
  readonly restricted?: boolean;
  /** True for a key that is refused for everything that writes, except dry runs. */
  readonly proposeOnly?: boolean;
  /** Sent to the caller in a header, for example that the key is about to expire. */
  readonly notice?: string;
}

export interface Authenticator {
  /** Where its tokens may be sent; it is not used for others. */
  readonly carriers: readonly TokenCarrier[];
  /**
   * Null for a token that is not of this kind, unknown, or no longer valid; an `AppError` for one that can
   * only be of this kind and is rejected for a reason that its holder may know.
   */
  authenticate(token: string): Promise<Credential | AppError | null>;
}
