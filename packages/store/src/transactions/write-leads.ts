import { searchTerms, UNDONE, withDomainTexts } from '@leadbridge/domain';
import { StaleClaimError, type BatchRecord, type LeadWrite, type NewProspect } from '@leadbridge/usecases';
import type { ClientSession, Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { packOrigins } from '../lead/field-origins.js';
import { packFieldStates } from '../lead/field-states.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { prospectDocument } from '../prospect/present-prospect.js';
import { prospectModel } from '../prospect/prospect-model.js';
import { takeTicketIds } from './take-ticket-ids.js';

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

/** The fields that every import of a lead writes. */
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
function newProspect({ prospect, ...write }: LeadWrite, at: string): NewProspect[] {
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
