import type { LeadWrite, OptOutRequest } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { transactDespiteCollisions } from '../duplicate-key.js';
import { optOutsOfLeads } from './opt-outs-of-leads.js';
import { findLeadsByKeys } from './person-leads.js';
import type { Entry } from './suppression-entries.js';
import { markAndFollow, type WriteOptOuts } from './write-opt-outs.js';

/*
 * A transaction that records a lead and one that writes the opt-out of its person do not see each other where they run at the same moment.
 * Each looks once more behind its commit, so that the later of the two finds the other. What a crash leaves between the commit and the
 * look is found by the entry's next look (`nextLookAt`).
 */

/** Takes the opt-outs that were committed while these leads were recorded. */
export async function takeLateOptOuts(
  connection: Connection,
  leads: readonly LeadWrite[],
  { known, writeOptOuts }: { readonly known: readonly OptOutRequest[]; readonly writeOptOuts: WriteOptOuts },
): Promise<void> {
  const knownIds = new Set(known);
  const unmarked = leads.filter(({ optOut }) => !knownIds.has(optOut));
  await unlessLost(async () => {
    const late = await optOutsOfLeads(connection, unmarked);
    if (late.length > 0) {
      await transactDespiteCollisions(connection, async (session) => writeOptOuts(late, session));
    }
  });
}

/** Marks the leads that were recorded while these entries were committed. */
export async function markLateLeads(connection: Connection, entries: readonly Entry[]): Promise<void> {
  const keys = entries.flatMap((entry) => entry.keys);
  if (keys.length === 0) {
    return;
  }
  await unlessLost(async () => {
    const late = await findLeadsByKeys(connection, keys, { limit: 1, unmarkedOnly: true });
    if (late.length > 0) {
      await transactDespiteCollisions(connection, async (session: ClientSession) =>
        // Their own events are out.
        markAndFollow(
          connection,
          entries.map((entry) => ({ ...entry, isNew: false })),
          { at: new Date(), session },
        ),
      );
    }
  });
}

/** The commit stands, whatever becomes of the look behind it: a caller who was told of a failure would do the work again. */
async function unlessLost(look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch {
    // The entry's next look finds it.
  }
}
