import { LeadbridgeError } from '@leadbridge/client';

/** The second factor that a refusal asks for. */
export interface CodeRequest {
  readonly method: string;
  readonly sentTo: string | null;
}

export function codeRequestOf(error: unknown): CodeRequest | null {
  if (!(error instanceof LeadbridgeError) || error.details['mfa_required'] !== true) {
    return null;
  }
  const { method, sent_to: sentTo } = error.details;
  return { method: String(method), sentTo: typeof sentTo === 'string' ? sentTo : null };
}

export function askForCode({ method, sentTo }: CodeRequest): string {
  return method === 'totp'
    ? 'Type the code that your authenticator app shows.'
    : `A code was sent to ${sentTo ?? 'you'}. Type it here.`;
}
