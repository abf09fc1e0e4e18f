import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** How much is serialized and hashed before other work runs: a few milliseconds of work. */
const sliceLength = 256 * 1024;

/** A digest of several texts; different lists of texts have different digests. */
export function digestOf(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(`${part.length}:`).update(part);
  }
  return hash.digest('base64url');
}

/** Identifies a request: `digestOf` the target and the body as JSON, made in slices. */
export async function requestDigest(target: string, body: unknown): Promise<string> {
  let sincePause = 0;
  const pauseAfter = async (amount: number): Promise<void> => {
    sincePause += amount;
    if (sincePause >= sliceLength) {
      sincePause = 0;
      await yieldToEventLoop();
    }
  };
  const pieces: string[] = [];
  let length = 0;
  for (const piece of jsonPieces(body ?? null)) {
    pieces.push(piece);
    length += piece.length;
    await pauseAfter(piece.length);
  }
  const hash = createHash('sha256').update(`${target.length}:`).update(target).update(`${length}:`);
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    for (let from = 0; from < bytes.length; from += sliceLength) {
      hash.update(bytes.subarray(from, from + sliceLength));
      await pauseAfter(Math.min(sliceLength, bytes.length - from));
    }
  }
  return hash.digest('base64url');
}

/** The result of `JSON.stringify` in pieces: the items of lists one by one. */
export function* jsonPieces(value: unknown, depth = 0): Generator<string> {
  if (Array.isArray(value)) {
    yield '[';
    for (const [index, item] of value.entries()) {
      yield (index === 0 ? '' : ',') + JSON.stringify(item ?? null);
    }
    yield ']';
  } else if (depth === 0 && typeof value === 'object' && value !== null) {
    let separator = '{';
    for (const [key, item] of Object.entries(value)) {
      if (item !== undefined) {
        yield `${separator}${JSON.stringify(key)}:`;
        yield* jsonPieces(item, depth + 1);
        separator = ',';
      }
    }
    yield separator === '{' ? '{}' : '}';
  } else {
    yield JSON.stringify(value);
  }
}
