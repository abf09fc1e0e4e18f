import type { KeptHeaders } from '@leadbridge/usecases';

const masked = '[masked]';
/** Of a body, and of all headers of one side together. */
const maxBytes = 4_096;

/** Headers whose values are credentials, proofs or sessions, whoever sends them. */
const secretHeader =
  /signature|auth|cookie|secret|token|passw|credential|session|jwt|(?:^|-)(?:api-?)?key(?:-|$)/iu;
/** A shorter text is no secret of ours, and may stand in any response by chance. */
const minSecretChars = 16;

/**
 * Masks the values of headers that are secret, and wherever a target repeats them, as one that returns what it
 * receives does. What is longer than 4 kB is cut.
 */
export function keptExchange(
  sent: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  secrets: readonly string[],
) {
  const entries = Object.entries(sent.headers);
  const signatures = entries.flatMap(([name, value]) =>
    secretHeader.test(name) ? value.split(/[\s,]+/u) : [],
  );
  const hidden = [...secrets, ...signatures].filter((value) => value.length >= minSecretChars);
  const mask = (text: string): string => hidden.reduce((left, value) => left.replaceAll(value, masked), text);
  const readable = (text: string): string =>
    mask(text)
      .replace(/\p{Cc}+/gu, ' ')
      .trim();
  const headers = (all: Iterable<readonly [string, string]>): KeptHeaders =>
    limited([...all].map(([name, value]) => [name, secretHeader.test(name) ? masked : readable(value)]));
  return {
    request: { headers: headers(entries), body: cutToBytes(sent.body, maxBytes) },
    text: (body: string): string => cutToBytes(readable(body), maxBytes),
    headers,
  };
}

function limited(headers: KeptHeaders): KeptHeaders {
  let left = maxBytes;
  return headers.flatMap(([name, value]) => {
    left -= Buffer.byteLength(name);
    const kept = cutToBytes(value, Math.max(0, left));
    left -= Buffer.byteLength(kept);
    return left < 0 ? [] : [[name, kept] as const];
  });
}

/** The longest beginning of a text whose UTF-8 form is at most so long, without a part of a character. */
function cutToBytes(text: string, maximum: number): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maximum)).read);
}
