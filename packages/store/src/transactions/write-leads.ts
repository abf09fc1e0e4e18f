import { searchTerms, UNDONE, withDomainTexts } from '@leadbridge/domain';
import {
  StaleClaimError,
  type BatchRecord,
  type LeadWrite,
  type NewProspect,
  type NewErrorLogEntry,
} from '@leadbridge/usecases';
import type { ClientSession, Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { packOrigins } from '../lead/field-origins.js';
import { packFieldStates } from '../lead/field-states.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { prospectDocument } from '../prospect/present-prospect.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';
import type { CarriedForward } from '../lead/carried-forward.js';
import { listGroupModel } from '../list-group/list-group-model.js';
import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { opportunityModel } from '../opportunity/opportunity-model.js';

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

/** Writes the leads of a batch, and prospects for new leads that already are prospects in the PSA. */
export async function writeLeads(
  connection: Connection,
  batch: Pick<BatchRecord, 'leads' | 'areTicketIdsTaken' | 'fence' | 'at'>,
  session: ClientSession,
): Promise<void> {
  const { leads: writes, fence, at: time } = batch;
  const leads = collectionOf(leadModel(connection));
  const at = new Date(time);
  await takeTicketIds(connection, batch, { at, session });
  const created = writes.filter(({ isNew }) => isNew);
  if (created.length > 0) {
    const documents = created.map((lead) => newLead(lead, fence, at));
    await leads.insertMany(documents, { session, ordered: false });
  }
  const prospects = created.flatMap((lead) => newProspect(lead, time));
  if (prospects.length > 0) {
    const documents = prospects.map((prospect) => prospectDocument(prospect, fence));
    await collectionOf(prospectModel(connection)).insertMany(documents, { session });
  }
  const known = writes.filter(({ isNew }) => !isNew);
  if (known.length > 0) {
    const written = await leads.bulkWrite(
      known.map((lead) => leadUpdate(lead, fence, at)),
      { session, ordered: false },
    );
    if (written.matchedCount < known.length) {
      throw new StaleClaimError('Another worker has recorded one of these leads');
    }
  }
}

type ImportedFields = Pick<
  LeadDocument,
  | 'psaTicketId'
  | 'source'
  | 'lead'
  | 'personKeys'
  | 'searchTerms'
  | 'provenance'
  | 'fieldStates'
  | 'qualityScore'
  | 'fence'
  | 'updatedAt'
>;

function leadFields(write: LeadWrite, fence: number, at: Date): ImportedFields {
  return {
    psaTicketId: write.psaTicketId,
    source: write.source,
    lead: write.merged,
    personKeys: withDomainTexts(write.personKeys),
    searchTerms: searchTerms(write.merged),
    ...(write.externalIds.length === 0 ? {} : { externalIds: [...write.externalIds] }),
    provenance: packOrigins(write.provenance),
    ...storedFields(write),
    qualityScore: write.qualityScore,
    fence,
    updatedAt: at,
  };
}

function storedFields({
  fields,
  merged: lead,
  provenance,
  bySource,
}: LeadWrite): Pick<LeadDocument, 'fieldStates'> {
  const fieldStates = packFieldStates(fields, { lead, provenance, sources: bySource });
  return fieldStates === undefined ? {} : { fieldStates };
}

/** Collides if another worker has recorded a lead with this key meanwhile. */
function newLead(write: LeadWrite, fence: number, at: Date): LeadDocument {
  return {
    _id: write.leadId,
    key: write.key,
    ...leadFields(write, fence, at),
    psaClientId: write.psaClientId,
    psaSiteId: write.psaSiteId,
    psaUserId: write.psaUserId,
    status: write.status,
    createdSource: write.source,
    sources: { [write.source]: write.sourceData },
    doNotContact: write.hasOptedOut,
    history: [{ from: null, to: write.status, at, by: 'import', reason: null }],
    prospectId: write.prospect?.prospectId ?? null,
    createdAt: at,
  };
}

/** A record under a higher fence does not match. */
function leadUpdate(write: LeadWrite, fence: number, at: Date): mongo.AnyBulkWriteOperation<LeadDocument> {
  const fields = leadFields(write, fence, at);
  return {
    updateOne: {
      filter: { key: write.key, fence: { $lte: fence } },
      update: {
        $set: {
          ...fields,
          ...(write.psaClientId === null ? {} : { psaClientId: write.psaClientId }),
          ...(write.psaSiteId === null ? {} : { psaSiteId: write.psaSiteId }),
          ...(write.psaUserId === null ? {} : { psaUserId: write.psaUserId }),
          [`sources.${write.source}`]: write.sourceData,
          ...(write.hasOptedOut ? { doNotContact: true } : {}),
          ...(write.revives ? { status: write.status, createdSource: write.source } : {}),
        },
        ...(fields.fieldStates === undefined ? { $unset: { fieldStates: 1 } } : {}),
        ...(write.revives
          ? { $push: { history: { from: UNDONE, to: write.status, at, by: 'import', reason: null } } }
          : {}),
      },
    },
  };
}

/** The prospect of a lead that people converted in the PSA before it was imported. */
function newProspect(write: LeadWrite, at: string): NewProspect[] {
  const { prospect } = write;
  return prospect === null
    ? []
    : [
        {
          ...prospect,
          leadId: write.leadId,
          psaTicketId: write.psaTicketId,
          psaClientId: write.psaClientId,
          psaUserId: write.psaUserId,
          source: write.source,
          lead: write.merged,
          doNotContact: write.hasOptedOut,
          nextAction: null,
          nextActionDate: null,
          opportunityId: null,
          convertedBy: null,
          promotionReference: null,
          history: [{ from: null, to: prospect.status, at, by: 'import', reason: null }],
          createdAt: at,
        },
      ];
}

/**
 * Assigns each created ticket to its lead only. A PSA that was restored from a backup reissues ids that other
 * records still have: their old tickets are lost, and the error log reports it. If a lead had a ticket
 * before, everything that it has become continues with the new one.
 */
async function takeTicketIds(
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
