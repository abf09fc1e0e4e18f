import { DO_NOT_CONTACT_FIELD } from '@leadbridge/domain';

import type { PsaCustomField } from '../ports/psa.js';

/** Milliseconds; an administrator may have set the field up by then, and it is written and read back once more. */
const droppedForMs = 600_000;

/** Which custom fields the PSA has been seen to keep, or to drop although it answered 2xx, by this process. */
export interface KeptFields {
  /** Those of the fields of which it is not known yet; nothing is to be learnt of one without a value. */
  unproven(fields: readonly PsaCustomField[]): readonly PsaCustomField[];
  /** @returns those that have been found dropped now */
  observe(
    written: readonly PsaCustomField[],
    read: Readonly<Partial<Record<number, unknown>>>,
  ): readonly number[];
  /** Whether there is no use in writing the field at the moment. */
  isDropped(id: number): boolean;
}

export function createKeptFields(now: () => number): KeptFields {
  const kept = new Set<number>();
  const droppedAt = new Map<number, number>();
  const isDropped = (id: number): boolean => {
    const at = droppedAt.get(id);
    // An opt-out is written again and again rather than not at all.
    return id !== DO_NOT_CONTACT_FIELD && at !== undefined && now() - at < droppedForMs;
  };

  return {
    isDropped,

    // An unticked box may be told as nothing at all.
    unproven: (fields) =>
      fields.filter(({ id, value }) => !kept.has(id) && !isDropped(id) && value !== '' && value !== false),

    observe(written, read) {
      const dropped: number[] = [];
      for (const { id } of written) {
        const value = read[id];
        if (value === null || value === undefined || value === '') {
          droppedAt.set(id, now());
          dropped.push(id);
        } else {
          kept.add(id);
          droppedAt.delete(id);
        }
      }
      return dropped;
    },
  };
}
