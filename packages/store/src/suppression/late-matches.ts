import type { LeadWrite, OptOutRequest } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { transactDespiteCollisions } from '../duplicate-key.js';
import { optOutsOfLeads } from './opt-outs-of-leads.js';
import { findLeadsByKeys } from './person-leads.js';
import type { Entry } from './suppression-entries.js';
import { markAndFollow, type WriteOptOuts } from './write-opt-outs.js';

/*
 * A transaction that records a lead and a concurrent one that writes the opt-out of its person do not see
 * each other. Each looks once more after its commit, so that the later one finds the other. If a crash
 * prevents that look, the entry's next look finds it (`nextLookAt`).
 */

/** Applies the opt-outs that were committed while these leads were recorded. */
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
        // Their own events are already written.
        markAndFollow(
          connection,
          entries.map((entry) => ({ ...entry, isNew: false })),
          { at: new Date(), session },
        ),
      );
    }
  });
}

/**
 * The commit is final even if the look after it fails: reporting a failure would make the caller repeat the
 * work.
 */
async function unlessLost(look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch {
    // The entry's next look finds it.
  }
}
