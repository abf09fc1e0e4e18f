import type { OidcRefusal } from '@leadbridge/contracts';

import type { OidcIdentity } from './people.js';

/** What an issuer of OpenID Connect says of a person who has just signed in there. */
export interface IssuedIdentity extends OidcIdentity {
  /** As written by the issuer. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly groups: readonly string[];
  /** Whether the issuer says that it has asked for a second factor. */
  readonly secondFactorProven: boolean;
}

/** What binds the response of the issuer to the sign-in that one browser began. */
export interface BegunSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Signs people in at the issuer by the code flow of OpenID Connect. */
export interface SignInIssuer {
  isAvailable(): Promise<boolean>;
  /** @returns the address at the issuer @throws SignInRefusedError if the issuer cannot be reached */
  begin(): Promise<{ readonly address: string; readonly begun: BegunSignIn }>;
  /** @param search the query of the issuer's redirect @throws SignInRefusedError */
  finish(search: string, begun: BegunSignIn): Promise<IssuedIdentity>;
  /** Where a browser signs out at the issuer; null if the issuer offers that not, or cannot be reached. */
  endSessionAddress(): Promise<string | null>;
  close(): void;
}

/** A sign-in at the issuer that opens no session here. */
export class SignInRefusedError extends Error {
  override readonly name = 'SignInRefusedError';

  constructor(
    readonly reason: OidcRefusal,
    options?: ErrorOptions,
  ) {
    super(`The sign-in was refused: ${reason}`, options);
  }
}
