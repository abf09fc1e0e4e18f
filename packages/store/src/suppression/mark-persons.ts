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
  /** Every key that was looked for, with what the entry began with that brought it. */
  readonly causes: Map<string, Entry['cause']>;
}

/**
 * Marks the persons of entries everywhere, within a transaction: their keys gate imports; every lead that comes under one of the keys is
 * marked, with an entry of its own for its ticket, and so is every lead that comes under a key of such a lead. Tells
 * `lead.do_not_contact` once for each new entry.
 *
 * @returns how many leads were found, and whether more are left than one transaction should hold
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
    // Behind a full page more may come under the same keys.
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

/** The keys of the entries that were not looked for yet. */
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

/** The opt-out of another lead of a person. */
function requestFor(document: PersonLeadDocument, { at, causes }: Marking): OptOutRequest {
  const { leadId, psaTicketId: ticketId, person, keys } = optOutRecord(document);
  const known = [...(document.personKeys ?? []), document.key, ...keys.map(suppressionKeyText)];
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
