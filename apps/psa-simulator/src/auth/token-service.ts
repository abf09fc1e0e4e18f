import { randomBytes } from 'node:crypto';

import { equalTexts } from './equal-texts.js';

export interface TokenSettings {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface IssuedToken {
  readonly scope: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

const usualLifetimeSeconds = 3600;

function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
}

/** Issues and checks opaque bearer tokens. One requested without a scope is issued, but permits nothing. */
export class TokenService {
  readonly #settings: TokenSettings;
  readonly #tokens = new Map<string, IssuedToken>();
  #lifetimeSeconds = usualLifetimeSeconds;

  constructor(settings: TokenSettings) {
    this.#settings = settings;
  }

  get lifetimeSeconds(): number {
    return this.#lifetimeSeconds;
  }

  /** For tokens issued from now on. */
  setLifetime(seconds: number): void {
    this.#lifetimeSeconds = seconds;
  }

  accepts(clientId: string, clientSecret: string): boolean {
    return (
      equalTexts(clientId, this.#settings.clientId) && equalTexts(clientSecret, this.#settings.clientSecret)
    );
  }

  issue(scope: string): string {
    const token = randomBytes(32).toString('base64url');
    this.#tokens.set(token, {
      scope: scope.trim(),
      expiresAt: Date.now() + this.#lifetimeSeconds * 1000,
    });
    return token;
  }

  isValid(authorization: string | undefined): boolean {
    const token = bearerToken(authorization);
    const issued = token === undefined ? undefined : this.#tokens.get(token);
    if (token === undefined || issued === undefined) {
      return false;
    }
    if (issued.expiresAt <= Date.now()) {
      this.#tokens.delete(token);
      return false;
    }
    return issued.scope !== '';
  }

  /** The scopes of a token that was issued, with blanks between them; empty for any other. */
  scopeOf(authorization: string | undefined): string {
    return this.#tokens.get(bearerToken(authorization) ?? '')?.scope ?? '';
  }

  expireAll(): void {
    this.#tokens.clear();
  }

  reset(): void {
    this.#tokens.clear();
    this.#lifetimeSeconds = usualLifetimeSeconds;
  }
}
