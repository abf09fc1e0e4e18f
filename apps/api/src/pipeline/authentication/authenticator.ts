import type { Role } from '@leadbridge/contracts';
import type { AppError } from '@leadbridge/platform';

import type { TokenCarrier } from './presented-token.js';

/** Who asks: an API key, an OAuth client or a signed-in person. */
export interface Credential {
  /** Whose limits are counted, and who stands in the logs: no name and no address. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly kind: 'api_key' | 'oauth_client' | 'person';
  /** The session of a person. */
  readonly sessionId?: string;
  /** True for a person who must set up a second factor before anything else. */
  readonly restricted?: boolean;
  /** Told to the caller in a header, for example that the key is about to stop working. */
  readonly notice?: string;
}

/** Knows one kind of credential. */
export interface Authenticator {
  /** Where its tokens may stand; it is not asked about those that stand elsewhere. */
  readonly carriers: readonly TokenCarrier[];
  /**
   * Null for a token that is not of this kind, unknown, or no longer valid; an `AppError` for one that is of this kind alone and is
   * refused for a reason that its holder may know.
   */
  authenticate(token: string): Promise<Credential | AppError | null>;
}
