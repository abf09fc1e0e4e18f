import { isPastEarlyStage } from '@leadbridge/domain';
import pMap from 'p-map';

import type { MirrorView } from '../../mirror/psa-mirror.js';
import type { PsaUser } from '../../ports/psa.js';
import { userIdKey } from '../../psa/ticket-contacts.js';
import { concurrentReads } from '../../psa/concurrent-reads.js';
import type { StageContext } from '../batch.js';
import { latestAcceptance, type MatchedRow } from '../import-row-state.js';
import { freshnessOf, withoutUpcoming } from './choose-ticket.js';

/** Reads the contacts of early tickets that the lead may change; from the mirror where possible. */
export async function readContacts(rows: readonly MatchedRow[], context: StageContext): Promise<void> {
  const wanted = rows.flatMap((state) => {
    const brings = state.lead.phone !== null || state.lead.linkedinUrl !== null || state.known !== null;
    const userId =
      state.ticket !== null && !isPastEarlyStage(state.ticket) && brings ? state.ticket.userId : null;
    return userId === null ? [] : [{ row: state, userId }];
  });
  const left = await readMirroredContacts(wanted, context);
  await readContactsLive(left, left.length === wanted.length ? context : withoutUpcoming(context));
}

interface WantedContact {
  readonly row: MatchedRow;
  readonly userId: number;
}

/** Returns those whose contact is not in the mirror. */
async function readMirroredContacts(
  wanted: readonly WantedContact[],
  context: StageContext,
): Promise<readonly WantedContact[]> {
  const mirrored = wanted.filter(({ row }) => row.isMirrored);
  const view =
    mirrored.length === 0
      ? null
      : await contactsView(
          mirrored.map(({ row }) => row),
          context,
        );
  if (view === null) {
    return wanted;
  }
  const found = await view.byIds(mirrored.map(({ userId }) => userId));
  return wanted.filter(({ row, userId }) => {
    const contact = row.isMirrored ? found.get(userId) : undefined;
    if (contact === undefined || contact.item.isPartial === true) {
      return true;
    }
    row.contact = contact.item;
    row.contactObservedAt = contact.observedAt;
    return false;
  });
}

async function contactsView(
  rows: readonly MatchedRow[],
  context: StageContext,
): Promise<MirrorView<'contacts'> | null> {
  const { mirror, session } = context;
  const notBefore = latestAcceptance(
    rows.map(({ row }) => row),
    context,
  );
  return (await mirror?.view(session, 'contacts', notBefore)) ?? null;
}

async function readContactsLive(wanted: readonly WantedContact[], context: StageContext): Promise<void> {
  const { caches, session } = context;
  const asked = wanted.map(({ row, userId }) => ({ row, key: userIdKey(userId) }));
  const found = await caches.users.find(
    session,
    asked.map(({ key }) => ({ key, term: key })),
    freshnessOf(
      asked.map(({ row }) => row),
      context,
    ),
  );
  await pMap(
    asked,
    async ({ row, key }) => {
      const contact = found.get(key)?.[0] ?? null;
      // A list row may omit the field even though the contact has a value.
      row.contact = contact?.isPartial === true ? ((await session.getUser(contact.id)) ?? contact) : contact;
      row.contactObservedAt = null;
    },
    { concurrency: concurrentReads },
  );
}

/** By key, of rows that the mirror covers; empty for a person who provably is no contact yet. */
export async function knownContacts(
  rows: readonly MatchedRow[],
  context: StageContext,
): Promise<ReadonlyMap<string, readonly PsaUser[]>> {
  const mirrored = rows.filter(({ isMirrored, lead }) => isMirrored && lead.email !== null);
  const view = mirrored.length === 0 ? null : await contactsView(mirrored, context);
  const keys = mirrored.map(({ key }) => key.key);
  if (view === null) {
    return new Map();
  }
  const found = await view.byKeys(keys);
  const told = keys.filter((key) => view.provesAbsence || found.has(key));
  return new Map(told.map((key) => [key, (found.get(key) ?? []).map(({ item }) => item)]));
}
