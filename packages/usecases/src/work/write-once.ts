import { setTimeout as sleep } from 'node:timers/promises';

import pMap from 'p-map';

import { PsaUncertainError } from '../ports/psa-errors.js';
import type { PsaSession, WriteResult } from '../ports/psa.js';

const attempts = 3;
const repeatDelayMs = 250;
const concurrentLookups = 4;

export interface WriteOnce<T> {
  readonly items: readonly T[];
  /** The session that writes the items; only its settling time is used here. */
  readonly session: Pick<PsaSession, 'settleMilliseconds'>;
  /** Writes all items in as few requests as possible; returns one result per item. */
  create(items: readonly T[]): Promise<readonly WriteResult[]>;
  /** Null if the item is not in the PSA. Data read in the same attempt is recent enough. */
  find(item: T, attempt: number): Promise<number | null>;
}

/**
 * Creates each item exactly once even if responses are lost. An item that the PSA may or may not have applied
 * is looked up before it is written again, and then written alone, so that one item that the PSA cannot
 * process does not fail the others.
 *
 * @returns one result per item; `uncertain` only if the PSA kept losing responses
 * @throws the first error of a lookup or a retry, once all that were in progress have ended
 */
export async function writeOnce<T>(work: WriteOnce<T>): Promise<readonly WriteResult[]> {
  const results: WriteResult[] = [...(await work.create(work.items))];
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    const lost = results.flatMap((result, index) => (!result.ok && result.uncertain ? [index] : []));
    if (lost.length === 0) {
      break;
    }
    // A gateway may time out while the PSA is still working, and a search may show a write only later: wait
    // before looking.
    await sleep(work.session.settleMilliseconds * attempt);
    const faults: unknown[] = [];
    await pMap(
      lost,
      async (index) => {
        const item = work.items[index];
        // Once this work has failed, no item may be written any more, because the write would not be
        // recorded.
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

/** The write must be safe to apply twice, e.g. because it sets values. */
export async function repeatLostResponses(write: () => Promise<void>): Promise<void> {
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
