/**
 * Asks the API of this very service; the browser sends the session's cookie along.
 *
 * @returns {Promise<{ ok: boolean, body: any }>} the answer, parsed; of a refusal the `error` of its envelope
 */
export async function post(path, body) {
  const answer = await fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const parsed = text === '' ? {} : JSON.parse(text);
  return { ok: answer.ok, body: answer.ok ? parsed : parsed.error };
}

/** What the person has to do for the second factor that they have. */
export function askForCode({ method, sent_to: sentTo }) {
  return method === 'totp'
    ? 'Type the code that your authenticator app shows.'
    : `A code was sent to ${sentTo}. Type it here.`;
}

export async function signOut() {
  await fetch('/api/v1/auth/logout', { method: 'POST' });
  location.assign('/admin/sign-in');
}
