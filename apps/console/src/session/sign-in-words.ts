import type { OidcRefusal } from '@leadbridge/contracts';

const words: Readonly<Record<OidcRefusal, string>> = {
  no_role: 'You have no role in Leadbridge. Ask your administrator to add you to one of its groups.',
  email_not_verified:
    'Your organization does not say that your email address is verified. Ask your administrator.',
  user_disabled: 'Your account in Leadbridge is disabled. Ask your administrator.',
  issuer_unreachable: 'The sign-in of your organization does not respond at the moment. Try again later.',
  sign_in_failed: 'The sign-in did not succeed, took too long, or was used before. Try again.',
};

/** Why a sign-in at the organization was refused, by the address that it leads back to; null if it was not. */
export function refusalIn(search: string): string | null {
  const reason = new URLSearchParams(search).get('error');
  if (reason === null) {
    return null;
  }
  return Object.entries(words).find(([known]) => known === reason)?.[1] ?? words.sign_in_failed;
}
