import type { TicketSnapshot } from '@leadbridge/domain';
import type { Clock } from '@leadbridge/platform';

import { observationOf } from '../../mirror/mirror-keys.js';
import { StoredMirror } from '../../mirror/psa-mirror.js';
import { createMemoryMirror } from '../../mirror/testing/memory-mirror.js';
import { mirrorKinds, unbegunMirror, type MirrorKind } from '../../ports/psa-mirror.js';
import type { PsaUser } from '../../ports/psa.js';

const origin = 'https://psa.example.com';
/** Milliseconds. */
export const mirrorMaxAgeMs = 3_600_000;

/**
 * A mirror that has just read all pages of the PSA: it contains what the test adds, and the PSA has no other
 * entities.
 */
export async function createCompleteMirror(
  clock: Clock,
  { lacks, pages = 1 }: { readonly lacks?: MirrorKind; readonly pages?: number } = {},
) {
  const store = createMemoryMirror();
  const at = clock.now();
  for (const kind of mirrorKinds.filter((each) => each !== lacks)) {
    await store.saveState({
      ...unbegunMirror(kind),
      origin,
      order: 'newest_first',
      complete: { round: 1, startedAt: at, endedAt: at, documents: 0, pages, pageRows: 50 },
      deltaAt: at,
    });
  }
  return {
    mirror: new StoredMirror({ store, clock, origin, maxAgeMs: mirrorMaxAgeMs }),
    /** @param observedAt Unix milliseconds; defaults to now */
    async knowsTicket(
      ticket: TicketSnapshot,
      observedAt = at,
      given: { readonly fieldsObservedAt?: number } = {},
    ): Promise<TicketSnapshot> {
      await store.put('tickets', [{ ...observationOf('tickets', ticket, observedAt), ...given }]);
      return ticket;
    },
    async knowsContact(contact: PsaUser, observedAt = at): Promise<PsaUser> {
      await store.put('contacts', [observationOf('contacts', contact, observedAt)]);
      return contact;
    },
  };
}
