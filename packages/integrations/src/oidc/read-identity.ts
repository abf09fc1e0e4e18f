import type { IssuedIdentity } from '@leadbridge/usecases';

/** Claims about a person, as the issuer sends them. */
export type Claims = Readonly<Record<string, unknown>>;

export interface IdentitySettings {
  readonly groupsClaim: string;
  /** Values of `acr` that mean a second factor at this issuer. */
  readonly mfaAcr: readonly string[];
}

/** Values of `amr` (RFC 8176) for more than a password. */
const secondFactors = new Set(['mfa', 'mca', 'otp', 'hwk', 'swk', 'sc', 'sms', 'tel']);

/** Whether the ID token lacks something that the userinfo may have. */
export function lacksClaims(idToken: Claims, { groupsClaim }: IdentitySettings): boolean {
  return verifiedEmail(idToken) === null || idToken[groupsClaim] === undefined;
}

/**
 * The person in the ID token. What it lacks is read from the userinfo, but how the person has signed in only from
 * the ID token, which is signed.
 */
export function readIdentity(
  idToken: Claims & { readonly iss: string; readonly sub: string },
  userInfo: Claims,
  { groupsClaim, mfaAcr }: IdentitySettings,
): IssuedIdentity {
  // An email is verified by the claim beside it, and by no other source.
  const source = [idToken, userInfo].find((claims) => verifiedEmail(claims) !== null);
  const { acr } = idToken;
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    email: source === undefined ? null : verifiedEmail(source),
    emailVerified: source !== undefined,
    name: nameOf(idToken) ?? nameOf(userInfo),
    groups: texts(idToken[groupsClaim] ?? userInfo[groupsClaim]),
    secondFactorProven:
      texts(idToken['amr']).some((method) => secondFactors.has(method)) ||
      (typeof acr === 'string' && mfaAcr.includes(acr)),
  };
}

/**
 * The email if the same source says that it is verified. Entra ID never sends `email_verified`; its `xms_edov` says
 * that the owner of the email's domain is verified.
 */
function verifiedEmail({ email, email_verified: verified, xms_edov: domainVerified }: Claims): string | null {
  const isVerified =
    verified === true || (verified === undefined && ['true', '1'].includes(String(domainVerified)));
  return isVerified ? textOf(email) : null;
}

function nameOf({ name, given_name: given, family_name: family }: Claims): string | null {
  const parts = [textOf(given), textOf(family)].filter((part) => part !== null);
  return textOf(name) ?? (parts.length === 0 ? null : parts.join(' '));
}

/** A list of texts, or one text. */
function texts(claim: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return list.filter((item): item is string => typeof item === 'string');
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null;
}
