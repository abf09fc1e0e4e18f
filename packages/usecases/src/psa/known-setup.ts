import { PsaRefusedError } from '../ports/psa-errors.js';
import type { PsaSession } from '../ports/psa.js';

const trustedMs = 300_000;

/**
 * Reads what is set up in a PSA once and hardly changes, every five minutes and after a failure. A PSA that refuses
 * has nothing of the kind, which fails no job.
 *
 * @param present what is made of it, once for each reading
 */
export function knownSetup<T, Known>(
  read: (session: PsaSession) => Promise<readonly T[]>,
  present: (all: readonly T[]) => Known,
  now: () => number,
): (session: PsaSession) => Promise<Known> {
  let last: { readonly readAt: number; readonly known: Promise<Known> } | null = null;

  return async (session) => {
    if (last === null || now() - last.readAt > trustedMs) {
      const reading = { readAt: now(), known: unlessRefused(read(session)).then(present) };
      reading.known.catch(() => {
        last = last === reading ? null : last;
      });
      last = reading;
    }
    return await last.known;
  };
}

async function unlessRefused<T>(reading: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof PsaRefusedError) {
      return [];
    }
    throw error;
  }
}
