import type { KeyFields, Person } from '@leadbridge/domain';
import type { ErasureStore, PsaIds, LeadSketch, Suppression, RecordsOfPerson } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { opportunityModel, type OpportunityDocument } from '../opportunity/opportunity-model.js';
import { userModel } from '../people/user-model.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';
import { presentSuppression } from '../suppression/present-suppression.js';
import { suppressionModel, type SuppressionDocument } from '../suppression/suppression-model.js';

const batchSize = 1_000;

const keyFields = {
  'lead.email': 1,
  'lead.phone': 1,
  'lead.firstName': 1,
  'lead.lastName': 1,
  'lead.company.name': 1,
} as const;

interface SearchModels {
  readonly connection: Connection;
  readonly leads: ReturnType<typeof leadModel>;
  readonly prospects: ReturnType<typeof prospectModel>;
  readonly opportunities: ReturnType<typeof opportunityModel>;
}

/** Finds records for an erasure; see `ErasureStore`. */
export function createRecordSearch(
  connection: Connection,
): Pick<ErasureStore, 'leads' | 'fieldsOf' | 'newLeads' | 'suppressions' | 'recordsOf' | 'usersWith'> {
  const models: SearchModels = {
    connection,
    leads: leadModel(connection),
    prospects: prospectModel(connection),
    opportunities: opportunityModel(connection),
  };

  return {
    leads: () => allLeads(models),
    fieldsOf: async (leadIds) => fieldsOf(models, leadIds),
    newLeads: async (person, keys, known) => newLeads(models, person, keys, known),
    suppressions: () => allSuppressions(models),
    recordsOf: async (leadIds) => recordsOf(models, leadIds),
    usersWith: async (emails) => usersWith(models, emails),
  };
}

async function* allLeads({ leads }: SearchModels): AsyncIterable<LeadSketch> {
  const cursor = leads
    .find()
    .sort({ _id: 1 })
    .select({ key: 1, personKeys: 1, psaTicketId: 1, ...keyFields })
    .lean<Pick<LeadDocument, '_id' | 'key' | 'personKeys' | 'psaTicketId'> & { lead: KeyFields }>()
    .cursor({ batchSize });
  for await (const { _id: leadId, key, personKeys, psaTicketId, lead } of cursor) {
    yield { leadId, key, personKeys, psaTicketId, fields: lead };
  }
}

async function fieldsOf({ leads }: SearchModels, leadIds: readonly number[]): Promise<readonly KeyFields[]> {
  const documents = await leads
    .find({ _id: { $in: [...leadIds] } })
    .select({ lead: 1, sources: 1 })
    .lean<Pick<LeadDocument, 'lead' | 'sources'>[]>();
  return documents.flatMap(({ lead, sources }) => [
    lead,
    ...Object.values(sources).map((source) => source.lead),
  ]);
}

async function newLeads(
  { leads }: SearchModels,
  person: Person,
  keys: readonly string[],
  known: readonly number[],
): Promise<readonly number[]> {
  return await distinctValues<number>(leads, '_id', {
    _id: { $nin: [...known] },
    $or: [{ key: { $in: [...keys] } }, { 'lead.email': { $in: [...person.emails] } }],
  });
}

async function* allSuppressions({ connection }: SearchModels): AsyncIterable<Suppression> {
  const cursor = suppressionModel(connection)
    .find()
    .sort({ _id: 1 })
    .lean<SuppressionDocument>()
    .cursor({ batchSize });
  for await (const document of cursor) {
    yield presentSuppression(document);
  }
}

async function recordsOf(models: SearchModels, leadIds: readonly number[]): Promise<RecordsOfPerson> {
  const [ofLeads, ofProspects, ofOpportunities] = await Promise.all([
    models.leads.find({ _id: { $in: [...leadIds] } }).lean<LeadDocument[]>(),
    models.prospects.find({ leadId: { $in: [...leadIds] } }).lean<ProspectDocument[]>(),
    // A lead has at most as many as it has prospects, which name them.
    models.opportunities.find({ leadId: { $in: [...leadIds] } }).lean<OpportunityDocument[]>(),
  ]);
  return {
    prospectIds: ofProspects.map(({ _id }) => _id),
    opportunityIds: ofOpportunities.map(({ _id }) => _id),
    psa: await psaIdsOf(models, [...ofLeads, ...ofProspects, ...ofOpportunities], ofOpportunities, leadIds),
    optedOut: ofLeads.some(({ doNotContact }) => doNotContact),
  };
}

async function usersWith(
  { connection }: SearchModels,
  emails: readonly string[],
): Promise<readonly string[]> {
  const ids = await distinctValues<string>(userModel(connection), '_id', { email: { $in: [...emails] } });
  return ids.map(String);
}

async function psaIdsOf(
  { leads }: SearchModels,
  records: readonly Pick<LeadDocument, 'psaTicketId' | 'psaUserId' | 'psaClientId'>[],
  promoted: readonly OpportunityDocument[],
  leadIds: readonly number[],
): Promise<PsaIds> {
  const clientIds = distinct(records.map(({ psaClientId }) => psaClientId));
  const ofOthers = await distinctValues<number>(leads, 'psaClientId', {
    psaClientId: { $in: clientIds },
    _id: { $nin: [...leadIds] },
  });
  return {
    ticketIds: distinct(records.map(({ psaTicketId }) => psaTicketId)),
    contactIds: distinct(records.map(({ psaUserId }) => psaUserId)),
    opportunityIds: distinct(promoted.map(({ psaOpportunityId }) => psaOpportunityId)),
    clientIds: clientIds.filter((id) => !ofOthers.includes(id)),
  };
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))].sort((left, right) => left - right);
}
