import {
  cleanCompanyName,
  personName,
  UNDONE,
  type ProspectStatus,
  type OpportunityStatus,
} from '@leadbridge/domain';
import type {
  CallQuery,
  CallRecord,
  LeadQuery,
  Page,
  RecordQuery,
  RecordReader,
  LeadDetails,
  LeadPerson,
  ProspectRecord,
  OpportunityRecord,
  LeadRecord,
} from '@leadbridge/usecases';
import type { Connection, Model } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { callModel, type CallDocument } from '../call/call-model.js';
import { presentCall } from '../call/present-call.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { nameCollation } from '../lead/name-collation.js';
import { presentLead, presentLeadDetails } from '../lead/present-lead.js';
import { opportunityModel, type OpportunityDocument } from '../opportunity/opportunity-model.js';
import { presentOpportunity } from '../opportunity/present-opportunity.js';
import { presentProspect } from '../prospect/present-prospect.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';
import { readPage, type DocumentPage } from '../read-page.js';
import { createTimelineReader } from './timeline-reader.js';

interface RecordModels {
  readonly leads: ReturnType<typeof leadModel>;
  readonly prospects: ReturnType<typeof prospectModel>;
  readonly opportunities: ReturnType<typeof opportunityModel>;
  readonly calls: ReturnType<typeof callModel>;
}

export function createRecordReader(connection: Connection): RecordReader {
  const models: RecordModels = {
    leads: leadModel(connection),
    prospects: prospectModel(connection),
    opportunities: opportunityModel(connection),
    calls: callModel(connection),
  };

  return {
    ...createTimelineReader(connection),
    findLead: async (leadId) => findLead(models, leadId),
    personsOfLeads: async (leadIds) => personsOfLeads(models, leadIds),
    findProspect: async (prospectId) => findProspect(models, prospectId),
    findOpportunity: async (opportunityId) => findOpportunity(models, opportunityId),
    listLeads: async (query) => listLeads(models, query),
    listProspects: async (query) => listProspects(models, query),
    listOpportunities: async (query) => listOpportunities(models, query),
    listCalls: async (query) => listCalls(models, query),
  };
}

async function findLead({ leads }: RecordModels, leadId: number): Promise<LeadDetails | null> {
  const document = await leads.findById(leadId).lean<LeadDocument>();
  return document === null ? null : presentLeadDetails(document);
}

async function personsOfLeads(
  { leads }: RecordModels,
  leadIds: readonly number[],
): Promise<ReadonlyMap<number, LeadPerson>> {
  const documents = await leads
    .find({ _id: { $in: [...new Set(leadIds)] } })
    .select({ 'lead.firstName': 1, 'lead.lastName': 1, 'lead.company.name': 1 })
    .lean<Pick<LeadDocument, '_id' | 'lead'>[]>();
  return new Map(
    documents.map(({ _id, lead }) => [_id, { name: personName(lead), company: lead.company.name }]),
  );
}

async function findProspect(models: RecordModels, prospectId: number): Promise<ProspectRecord | null> {
  const document = await models.prospects.findById(prospectId).lean<ProspectDocument>();
  return document === null ? null : ((await withOptOuts(models, [document], presentProspect))[0] ?? null);
}

async function findOpportunity(
  models: RecordModels,
  opportunityId: number,
): Promise<OpportunityRecord | null> {
  const document = await models.opportunities.findById(opportunityId).lean<OpportunityDocument>();
  return document === null ? null : ((await withOptOuts(models, [document], presentOpportunity))[0] ?? null);
}

async function listLeads({ leads }: RecordModels, query: LeadQuery): Promise<Page<LeadRecord>> {
  const { documents, ...page } = await readRecords(leads, query, 'createdSource', standing);
  return { items: documents.map(presentLead), ...page };
}

async function listProspects(
  models: RecordModels,
  query: RecordQuery<ProspectStatus>,
): Promise<Page<ProspectRecord>> {
  const { documents, ...page } = await readRecords(models.prospects, query, 'source');
  return { items: await withOptOuts(models, documents, presentProspect), ...page };
}

async function listOpportunities(
  models: RecordModels,
  query: RecordQuery<OpportunityStatus>,
): Promise<Page<OpportunityRecord>> {
  const { documents, ...page } = await readRecords(models.opportunities, query, 'source');
  return { items: await withOptOuts(models, documents, presentOpportunity), ...page };
}

/** An opt-out is marked on the lead, whatever the lead has become. */
async function withOptOuts<Document extends { leadId: number }, Record>(
  { leads }: RecordModels,
  documents: readonly Document[],
  present: (document: Document, doNotContact: boolean) => Record,
): Promise<Record[]> {
  const leadIds = documents.map(({ leadId }) => leadId);
  const optedOut = new Set(
    await distinctValues<number>(leads, '_id', { _id: { $in: leadIds }, doNotContact: true }),
  );
  return documents.map((document) => present(document, optedOut.has(document.leadId)));
}

async function listCalls({ calls }: RecordModels, query: CallQuery): Promise<Page<CallRecord>> {
  const { page: _page, limit: _limit, cursor: _cursor, ...ids } = query;
  const [{ documents, next }, total] = await Promise.all([
    readPage<CallDocument>(calls.find(ids), { occurredAt: -1, _id: -1 }, query),
    calls.countDocuments(ids),
  ]);
  return { items: documents.map(presentCall), total, next };
}

/** Undone leads are listed only on request. */
const standing = { status: { $ne: UNDONE } };

type AnyQuery = RecordQuery & Pick<LeadQuery, 'terms' | 'psaTicketId' | 'externalId'>;

/** @param unless the filter that applies if the query does not filter by that field */
async function readRecords<Document extends object>(
  model: Model<Document>,
  query: AnyQuery,
  sourceField: 'source' | 'createdSource',
  unless: object = {},
): Promise<DocumentPage<Document> & { readonly total: number }> {
  const filter = { ...unless, ...filterOf(query, sourceField) };
  const find = model.find(filter);
  const count = model.countDocuments(filter);
  if (query.company !== undefined) {
    find.collation(nameCollation);
    count.collation(nameCollation);
  }
  const [read, total] = await Promise.all([readPage<Document>(find, { _id: 1 }, query), count]);
  return { ...read, total };
}

/** Only values, so that nothing in a query can be an operator. */
function filterOf(query: AnyQuery, sourceField: string): object {
  const { status, source, company, email, updatedSince, psaTicketId, externalId, terms } = query;
  const ofSource = source === undefined ? {} : { source: { $eq: source } };
  return {
    ...(psaTicketId === undefined ? {} : { psaTicketId: { $eq: psaTicketId } }),
    ...(terms === undefined
      ? {}
      : { $and: terms.map((term) => ({ searchTerms: { $regex: `^${escapeRegExp(term)}` } })) }),
    ...(status === undefined ? {} : { status: { $eq: status } }),
    ...(externalId === undefined
      ? {}
      : { externalIds: { $elemMatch: { externalId: { $eq: externalId }, ...ofSource } } }),
    // With an external id, the source is the one that the id belongs to.
    ...(source === undefined || externalId !== undefined ? {} : { [sourceField]: { $eq: source } }),
    // Records have names without their legal form; a query may include it.
    ...(company === undefined
      ? {}
      : { 'lead.company.name': { $in: [company, cleanCompanyName(company) ?? company] } }),
    ...(email === undefined ? {} : { 'lead.email': { $eq: email } }),
    ...(updatedSince === undefined ? {} : { updatedAt: { $gte: new Date(updatedSince) } }),
  };
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|-]/gu, '\\$&');
}
