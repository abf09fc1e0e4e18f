import { suppressionKeyText } from '@leadbridge/domain';
import type { LeadWrite } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { transactDespiteCollisions } from '../duplicate-key.js';
import { findLeadsByKeys } from './person-leads.js';
import { findSuppressedKeys } from './suppressed-keys.js';
import type { Entry } from './suppression-entries.js';
import { markAndFollow, writeOptOuts } from './write-opt-outs.js';

/*
 * A transaction that records a lead and a concurrent one that writes the opt-out of its person do not see
 * each other. Each looks once more after its commit, so that the later one finds the other. The commit is
 * final even if that look fails: reporting a failure would make the caller repeat the work. What a crash or a
 * fault keeps from being found, the entry's next look finds (`nextLookAt`).
 */

/** Applies the opt-outs that were committed since the imports of these leads checked. */
export async function takeLateOptOuts(connection: Connection, leads: readonly LeadWrite[]): Promise<void> {
  const unmarked = leads.filter(({ hasOptedOut, isFoundByOptOuts }) => !hasOptedOut && !isFoundByOptOuts);
  const keys = unmarked.flatMap(({ personKeys }) => personKeys);
  const suppressed = await findSuppressedKeys(connection, keys);
  const late = unmarked.filter(({ personKeys }) =>
    personKeys.some((key) => suppressed.has(suppressionKeyText(key))),
  );
  if (late.length > 0) {
    const optOuts = late.map(({ optOut }) => optOut());
    await transactDespiteCollisions(connection, async (session) =>
      writeOptOuts(connection, optOuts, session),
    );
  }
}

/** Marks the leads that were recorded while these entries were committed. */
export async function markLateLeads(connection: Connection, entries: readonly Entry[]): Promise<void> {
  const keys = entries.flatMap((entry) => entry.keys);
  const late =
    keys.length === 0 ? [] : await findLeadsByKeys(connection, keys, { limit: 1, unmarkedOnly: true });
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
}
