import { distinctKeys, suppressionKeyText, type SuppressionKey } from '@leadbridge/domain';
import type { DomainEvent, OptOutRequest } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { insertEvents } from '../event/insert-events.js';
import { leadModel } from '../lead/lead-model.js';
import { findLeadsByKeys, optOutRecord, type PersonLeadDocument } from './person-leads.js';
import { writeSuppressedKeys } from './suppressed-keys.js';
import { ensureEntries, type Entry } from './suppression-entries.js';

/** Leads that are marked with one look, and in one transaction. */
const leadsAtOnce = 200;
const maxLeads = 1_000;

interface Marking {
  readonly connection: Connection;
  readonly at: Date;
  readonly session: ClientSession;
  /** Every key that was looked up, with the cause of the entry that added it. */
  readonly causes: Map<string, Entry['cause']>;
}

/**
 * Marks the persons of entries everywhere, within a transaction: their keys block imports; every lead with
 * one of the keys is marked, with its own entry for its ticket, and so is every lead that shares a key with
 * such a lead. Writes `lead.do_not_contact` once for each new entry.
 *
 * @returns how many leads were found, and whether there are more than one transaction should contain
 */
export async function markPersons(
  connection: Connection,
  begun: readonly Entry[],
  { at, session }: { readonly at: Date; readonly session: ClientSession },
): Promise<{ readonly found: number; readonly areMoreLeft: boolean }> {
  const marking: Marking = { connection, at, session, causes: new Map() };
  await gateAndMark(begun, marking);
  const added: Entry[] = [];
  let frontier = unvisited(begun, marking);
  while (frontier.length > 0 && added.length < maxLeads) {
    const leads = await findLeadsByKeys(connection, frontier, {
      limit: leadsAtOnce,
      unmarkedOnly: true,
      session,
    });
    const requests = leads.map((lead) => requestFor(lead, marking));
    const entries = await ensureEntries(connection, requests, { at, session });
    await gateAndMark(entries, marking);
    added.push(...entries);
    // After a full page there may be more leads with the same keys.
    frontier = [...(leads.length === leadsAtOnce ? frontier : []), ...unvisited(entries, marking)];
  }
  const events = [...begun, ...added].filter(({ isNew }) => isNew).map(optOutEvent);
  await insertEvents(connection, events, at, session);
  return { found: added.length, areMoreLeft: frontier.length > 0 };
}

async function gateAndMark(entries: readonly Entry[], { connection, at, session }: Marking): Promise<void> {
  const rows = entries.flatMap(({ keys, suppressionId }) =>
    distinctKeys(keys).map((key) => ({ key, suppressionId })),
  );
  await writeSuppressedKeys(connection, rows, session);
  const leadIds = entries.flatMap(({ leadId }) => leadId ?? []);
  if (leadIds.length > 0) {
    await leadModel(connection).updateMany(
      { _id: { $in: leadIds }, doNotContact: { $ne: true } },
      { $set: { doNotContact: true, updatedAt: at } },
      { session },
    );
  }
}

/** The keys of the entries that were not looked up yet. */
function unvisited(entries: readonly Entry[], { causes }: Marking): readonly SuppressionKey[] {
  return entries.flatMap(({ keys, cause }) =>
    keys.filter((key) => {
      const text = suppressionKeyText(key);
      const isVisited = causes.has(text);
      if (!isVisited) {
        causes.set(text, cause);
      }
      return !isVisited;
    }),
  );
}

/** The opt-out for another lead of the person. */
function requestFor(document: PersonLeadDocument, { at, causes }: Marking): OptOutRequest {
  const { leadId, psaTicketId: ticketId, person, keys } = optOutRecord(document);
  const known = [...document.personKeys, document.key, ...keys.map(suppressionKeyText)];
  const cause = known.map((key) => causes.get(key)).find((each) => each !== undefined);
  if (cause === undefined) {
    throw new Error(`Lead ${leadId} was found under a key that is not its own`);
  }
  return {
    origin: cause.origin,
    ticketId,
    leadId,
    person,
    keys,
    leadSource: null,
    reason: cause.reason,
    // What an import may not change, it does not change on the person's other tickets either.
    marks: cause.origin === 'import' ? ['flag', 'list'] : ['flag', 'status', 'list'],
    at: at.toISOString(),
    by: cause.by,
  };
}

function optOutEvent({ suppressionId, leadId, ticketId, cause }: Entry): DomainEvent {
  return {
    type: 'lead.do_not_contact',
    data: {
      lead_id: leadId,
      psa_ticket_id: ticketId,
      suppression_id: suppressionId,
      origin: cause.origin,
    },
  };
}
