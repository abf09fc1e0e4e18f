import { setTimeout as sleep } from 'node:timers/promises';

import pMap from 'p-map';

import { PsaUncertainError } from '../ports/psa-errors.js';
import type { PsaSession, WriteResult } from '../ports/psa.js';

const attempts = 3;
const repeatDelayMs = 250;
const concurrentLookups = 4;

export interface WriteOnce<T> {
  readonly items: readonly T[];
  /** Where the items are written; only how long it needs to settle matters here. */
  readonly session: Pick<PsaSession, 'settleMilliseconds'>;
  /** Writes all items in as few requests as possible; one result per item. */
  create(items: readonly T[]): Promise<readonly WriteResult[]>;
  /** The id under which the PSA holds the item already, or null. What was read in the same attempt is fresh enough. */
  find(item: T, attempt: number): Promise<number | null>;
}

/**
 * Creates each item exactly once although answers get lost: an item of which it is not known whether the PSA applied it is looked up
 * before it is written again, and then written alone, so that one item that the PSA cannot stomach does not take the others down with it.
 *
 * @returns one result per item; `uncertain` only when the PSA went on losing answers
 * @throws the first fault of a look-up or a repetition, once all that were under way have ended
 */
export async function writeOnce<T>(work: WriteOnce<T>): Promise<readonly WriteResult[]> {
  const results: WriteResult[] = [...(await work.create(work.items))];
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    const lost = results.flatMap((result, index) => (!result.ok && result.uncertain ? [index] : []));
    if (lost.length === 0) {
      break;
    }
    // A gateway may give up while the PSA is still at work, and a search may show late what was written: look later.
    await sleep(work.session.settleMilliseconds * attempt);
    const faults: unknown[] = [];
    await pMap(
      lost,
      async (index) => {
        const item = work.items[index];
        // None may go on alone once this work is given up: what it writes then, nobody learns of.
        if (item !== undefined && faults.length === 0) {
          try {
            results[index] = await lookUpOrRepeat(work, item, attempt);
          } catch (error) {
            faults.push(error);
          }
        }
      },
      { concurrency: concurrentLookups },
    );
    if (faults.length > 0) {
      throw faults[0];
    }
  }
  return results;
}

async function lookUpOrRepeat<T>(work: WriteOnce<T>, item: T, attempt: number): Promise<WriteResult> {
  const id = await work.find(item, attempt);
  if (id !== null) {
    return { ok: true, id };
  }
  const [repeated] = await work.create([item]);
  return repeated ?? { ok: false, uncertain: true, message: 'The PSA did not respond' };
}

/** Repeats a write that sets values, which may safely be applied twice, while its answer gets lost. */
export async function repeatLostAnswers(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (!(error instanceof PsaUncertainError) || attempt >= attempts) {
        throw error;
      }
      await sleep(repeatDelayMs * attempt);
    }
  }
}
