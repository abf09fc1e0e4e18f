import type { DomainEvent, OptOutRequest } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { insertEvents } from '../event/insert-events.js';
import { leadModel } from '../lead/lead-model.js';
import { findLeadsOfPerson, optOutRecord } from './opt-out-leads.js';
import { findSuppressedKeys, readSuppressionKeys } from './suppressed-keys.js';
import { suppressionModel, type SuppressionDocument } from './suppression-model.js';
import type { WriteOptOuts } from './write-opt-outs.js';

/**
 * Marks a person everywhere, within a transaction: every lead of theirs, with an entry of its own for each ticket, so that each
 * provider is told and each ticket marked; and tells `lead.do_not_contact` once for each entry.
 *
 * @param looksAgainAt when to look once more, for a lead that an import under way was about to create; null for the last look
 */
export async function spreadOptOut(
  connection: Connection,
  entry: SuppressionDocument,
  deps: { session: ClientSession; writeOptOuts: WriteOptOuts; at: Date; looksAgainAt: Date | null },
): Promise<void> {
  const { session, writeOptOuts, at, looksAgainAt } = deps;
  const suppressions = suppressionModel(connection);
  const leads = await findLeadsOfPerson(
    connection,
    { keys: entry.keys, email: entry.person?.email ?? null },
    session,
  );
  const own = leads.find((lead) => lead.psaTicketId === entry.ticketId);
  const others = leads.filter((lead) => lead !== own).map(optOutRecord);
  const written = await writeOptOuts(
    others.map((lead): OptOutRequest => ({
      origin: entry.origin,
      ticketId: lead.psaTicketId,
      leadId: lead.leadId,
      person: lead.person,
      keys: lead.keys,
      leadSource: null,
      reason: entry.reason,
      // What an import may not change, it does not change on the person's other tickets either.
      marks: entry.origin === 'import' ? ['flag', 'list'] : ['flag', 'status', 'list'],
      at: at.toISOString(),
      by: entry.requestedBy,
    })),
    session,
  );
  const created = written.filter(({ isNew }) => isNew).map(({ suppressionId }) => suppressionId);
  await leadModel(connection).updateMany(
    { _id: { $in: leads.map(({ _id }) => _id) }, doNotContact: false },
    { $set: { doNotContact: true, updatedAt: at } },
    { session },
  );
  // The new entries need no look of their own: all of the person's leads are in this one.
  await suppressions.updateMany(
    { _id: { $in: created } },
    { $set: { spreadAt: null, announced: true } },
    { session },
  );
  const leadId = entry.leadId ?? own?._id ?? null;
  await suppressions.updateOne(
    { _id: entry._id },
    { $set: { spreadAt: looksAgainAt, announced: true, leadId } },
    { session },
  );
  const events: DomainEvent[] = [
    ...(entry.announced ? [] : [{ ...entry, leadId }]),
    ...others.flatMap((lead, index) => {
      const other = written[index];
      return other?.isNew === true
        ? [
            {
              _id: other.suppressionId,
              leadId: lead.leadId,
              ticketId: lead.psaTicketId,
              origin: entry.origin,
            },
          ]
        : [];
    }),
  ].map(optOutEvent);
  await insertEvents(connection, events, at, session);
}

function optOutEvent(
  entry: Pick<SuppressionDocument, '_id' | 'leadId' | 'ticketId' | 'origin'>,
): DomainEvent {
  return {
    type: 'lead.do_not_contact',
    data: {
      lead_id: entry.leadId,
      psa_ticket_id: entry.ticketId,
      suppression_id: entry._id,
      origin: entry.origin,
    },
  };
}

/**
 * Lets the ledger look again for leads of people who opted out while an import that creates a lead of theirs was under way.
 *
 * @param keys of leads that the transaction has created
 */
export async function spreadToNewLeads(
  connection: Connection,
  keys: readonly string[],
  session: ClientSession,
): Promise<void> {
  if (keys.length === 0) {
    return;
  }
  const optedOut = await findSuppressedKeys(connection, readSuppressionKeys(keys), session);
  if (optedOut.size > 0) {
    await suppressionModel(connection).updateMany(
      { keys: { $in: [...optedOut] } },
      { $set: { spreadAt: new Date() } },
      { session },
    );
  }
}
