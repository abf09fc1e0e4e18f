import { DO_NOT_CONTACT_FIELD } from '@leadbridge/domain';

import type { PsaCustomField } from '../ports/psa.js';

/** Then a dropped field is tried again, in case an administrator has set it up since. */
const droppedForMs = 600_000;

/** The custom fields that this process has seen the PSA store, or drop although it responded with 2xx. */
export interface DroppedFields {
  /** Returns the fields whose result is still unknown; fields without a value prove nothing. */
  unproven(fields: readonly PsaCustomField[]): readonly PsaCustomField[];
  /** @returns the fields now found to be dropped */
  observe(
    written: readonly PsaCustomField[],
    read: Readonly<Partial<Record<number, unknown>>>,
  ): readonly number[];
  /** Whether writing the field is currently pointless. */
  isDropped(id: number): boolean;
}

export function createDroppedFields(now: () => number): DroppedFields {
  const kept = new Set<number>();
  const droppedAt = new Map<number, number>();
  const isDropped = (id: number): boolean => {
    const at = droppedAt.get(id);
    // An opt-out is always written, because repeating it is better than losing it.
    return id !== DO_NOT_CONTACT_FIELD && at !== undefined && now() - at < droppedForMs;
  };

  return {
    isDropped,

    // The PSA may return an unticked box as no value at all.
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
