import type { BatchRecord, LeadWrite, NewErrorLogEntry } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import type { CarriedForward } from '../lead/carried-forward.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { listGroupModel } from '../list-group/list-group-model.js';
import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { opportunityModel } from '../opportunity/opportunity-model.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';

interface Transaction {
  readonly at: Date;
  readonly session: ClientSession;
}

interface NewTicket {
  readonly leadId: number;
  readonly isNew: boolean;
  readonly ticketId: number;
  readonly createdAfter: Date;
  readonly place: { readonly psaClientId: number | null; readonly psaUserId: number | null };
}

/**
 * Assigns each created ticket to its lead only. A PSA that was restored from a backup reissues ids that other
 * records still have: their old tickets are lost, and the error log reports it. If a lead had a ticket
 * before, everything that it has become continues with the new one.
 */
export async function takeTicketIds(
  connection: Connection,
  { leads: writes, areTicketIdsTaken }: Pick<BatchRecord, 'leads' | 'areTicketIdsTaken'>,
  transaction: Transaction,
): Promise<void> {
  const created = writes.flatMap(newTicket);
  if (created.length === 0) {
    return;
  }
  if (areTicketIdsTaken === true) {
    await detachFormerLeads(connection, created, new Set(writes.map(({ leadId }) => leadId)), transaction);
  }
  await moveToNewTickets(
    connection,
    created.filter(({ isNew }) => !isNew),
    transaction,
  );
}

function newTicket(write: LeadWrite): NewTicket[] {
  const { leadId, isNew, psaTicketId: ticketId, ticketCreatedAfter, psaClientId, psaUserId } = write;
  return ticketCreatedAfter === null
    ? []
    : [
        {
          leadId,
          isNew,
          ticketId,
          createdAfter: new Date(ticketCreatedAfter),
          place: { psaClientId, psaUserId },
        },
      ];
}

/** @param written the leads that this transaction writes, whose tickets are known */
async function detachFormerLeads(
  connection: Connection,
  created: readonly NewTicket[],
  written: ReadonlySet<number>,
  { at, session }: Transaction,
): Promise<void> {
  const leads = leadModel(connection);
  const holders = await leads
    .find({ psaTicketId: { $in: created.map(({ ticketId }) => ticketId) } })
    .select({ psaTicketId: 1 })
    .session(session)
    .lean<Pick<LeadDocument, '_id' | 'psaTicketId'>[]>();
  const lost = holders.filter(({ _id }) => !written.has(_id));
  if (lost.length === 0) {
    return;
  }
  const lostIds = lost.map(({ _id }) => _id);
  const detached = { psaTicketId: null, psaClientId: null, psaUserId: null, updatedAt: at };
  await leads.updateMany({ _id: { $in: lostIds } }, { $set: { ...detached, psaSiteId: null } }, { session });
  await updateWhatTheyBecame(connection, lostIds, detached, session);
  const reissued = new Set(lost.map(({ psaTicketId }) => psaTicketId));
  await forgetListItems(
    connection,
    created.filter(({ ticketId }) => reissued.has(ticketId)),
    session,
  );
  await insertErrorLogEntries(connection, lost.map(ticketLost), at, session);
}

/** The person of the former ticket is on the list; the new ticket belongs to another person and is not. */
async function forgetListItems(
  connection: Connection,
  reissued: readonly NewTicket[],
  session: ClientSession,
): Promise<void> {
  const listGroups = listGroupModel(connection);
  for (const { ticketId, createdAfter } of reissued) {
    await listGroups.updateMany(
      { ofOptOuts: true, ticketIds: ticketId, updatedAt: { $lt: createdAfter } },
      { $pull: { ticketIds: ticketId } },
      { session },
    );
  }
}

async function moveToNewTickets(
  connection: Connection,
  moved: readonly NewTicket[],
  { at, session }: Transaction,
): Promise<void> {
  for (const { leadId, ticketId, place } of moved) {
    const fields = { psaTicketId: ticketId, ...place, updatedAt: at };
    await updateWhatTheyBecame(connection, [leadId], fields, session);
  }
}

/** Updates the prospects of leads, and the opportunities of those. */
async function updateWhatTheyBecame(
  connection: Connection,
  leadIds: readonly number[],
  fields: Partial<CarriedForward>,
  session: ClientSession,
): Promise<void> {
  const prospects = prospectModel(connection);
  const ofLeads = { leadId: { $in: [...leadIds] } };
  const promoted = await prospects
    .find({ ...ofLeads, opportunityId: { $ne: null } })
    .select({ opportunityId: 1 })
    .session(session)
    .lean<Pick<ProspectDocument, 'opportunityId'>[]>();
  await prospects.updateMany(ofLeads, { $set: fields }, { session });
  await opportunityModel(connection).updateMany(
    { _id: { $in: promoted.flatMap(({ opportunityId }) => opportunityId ?? []) } },
    { $set: fields },
    { session },
  );
}

function ticketLost({
  _id: leadId,
  psaTicketId,
}: Pick<LeadDocument, '_id' | 'psaTicketId'>): NewErrorLogEntry {
  return {
    level: 'error',
    message: `The PSA has issued the id of ticket ${psaTicketId ?? ''} again, to the ticket of another lead; the lead that had it has no ticket until it is imported again`,
    source: 'psa',
    errorCode: 'TICKET_LOST',
    leadId,
  };
}
