import type { IncomingHttpHeaders } from 'node:http';

import { SecretBoxError, type SecretBox } from '@leadbridge/platform';
import type { BegunSignIn } from '@leadbridge/usecases';

import { readCookie } from './read-cookie.js';
import { ownCookieName, setOwnCookie } from './session-cookie.js';

const cookieName = 'leadbridge_sign_in';
export const signInSeconds = 600;

/** A sign-in that is under way: at the issuer, or waiting for the code of our own second factor. */
interface Steps {
  readonly at_issuer: BegunSignIn & { readonly to: string };
  readonly at_code: {
    readonly signInId: string;
    readonly userId: string;
    readonly to: string;
  };
}

interface Sealed<S extends keyof Steps> {
  readonly content: Steps[S];
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

interface Edge {
  readonly secrets: SecretBox;
  /** Whether the request came over https. */
  readonly secure: boolean;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * The `Set-Cookie` header that binds a sign-in to this browser. The cookie is encrypted, so nothing is stored here
 * meanwhile. Browsers send it when the issuer sends them back (`SameSite=Lax`).
 */
export function signInCookie<S extends keyof Steps>(step: S, content: Steps[S], edge: Edge): string {
  const { secrets, secure, now } = edge;
  const text = JSON.stringify({ content, expiresAt: now + signInSeconds * 1000 } satisfies Sealed<S>);
  const sealed = secrets.seal(text, contextOf(step));
  return setOwnCookie(cookieName, sealed, { seconds: signInSeconds, secure, sameSite: 'Lax' });
}

/** The sign-in of this browser; null if none is at this step, or it has taken too long. */
export function readSignInCookie<S extends keyof Steps>(
  step: S,
  headers: IncomingHttpHeaders,
  { secrets, secure, now }: Edge,
): Steps[S] | null {
  for (const sealed of readCookie(headers, ownCookieName(cookieName, secure))) {
    const text = openSealed(secrets, sealed, contextOf(step));
    if (text !== null) {
      const { content, expiresAt } = JSON.parse(text) as Sealed<S>;
      return now < expiresAt ? content : null;
    }
  }
  return null;
}

export function endedSignInCookie(secure: boolean): string {
  return setOwnCookie(cookieName, '', { seconds: 0, secure, sameSite: 'Lax' });
}

function contextOf(step: keyof Steps): string {
  return `sign-in-cookie:${step}`;
}

function openSealed(secrets: SecretBox, sealed: string, context: string): string | null {
  try {
    return secrets.open(sealed, context);
  } catch (error) {
    if (error instanceof SecretBoxError) {
      return null;
    }
    throw error;
  }
}
