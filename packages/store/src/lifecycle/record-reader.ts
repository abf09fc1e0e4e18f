import { cleanCompanyName, personName, UNDONE } from '@leadbridge/domain';
import type { LeadQuery, RecordQuery, RecordReader } from '@leadbridge/usecases';
import type { Connection, Model } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { callModel } from '../call/call-model.js';
import { presentCall } from '../call/present-call.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { nameCollation } from '../lead/name-collation.js';
import { presentLead, presentLeadDetails } from '../lead/present-lead.js';
import { opportunityModel, type OpportunityDocument } from '../opportunity/opportunity-model.js';
import { presentOpportunity } from '../opportunity/present-opportunity.js';
import { presentProspect } from '../prospect/present-prospect.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';
import { listPage, presented, readPage, type DocumentPage } from '../read-page.js';
import { createTimelineReader } from './timeline-reader.js';

export function createRecordReader(connection: Connection): RecordReader {
  const leads = leadModel(connection);
  const prospects = prospectModel(connection);
  const opportunities = opportunityModel(connection);

  return {
    ...createTimelineReader(connection),
    ...createRecordLists(connection),

    findLead: async (leadId) => presented(leads.findById(leadId).lean<LeadDocument>(), presentLeadDetails),

    async personsOfLeads(leadIds) {
      const documents = await leads
        .find({ _id: { $in: [...new Set(leadIds)] } })
        .select({ 'lead.firstName': 1, 'lead.lastName': 1, 'lead.company.name': 1 })
        .lean<Pick<LeadDocument, '_id' | 'lead'>[]>();
      return new Map(
        documents.map(({ _id, lead }) => [_id, { name: personName(lead), company: lead.company.name }]),
      );
    },

    async findProspect(prospectId) {
      const found = await prospects.find({ _id: prospectId }).lean<ProspectDocument[]>();
      return (await withOptOuts(leads, found, presentProspect))[0] ?? null;
    },

    async findOpportunity(opportunityId) {
      const found = await opportunities.find({ _id: opportunityId }).lean<OpportunityDocument[]>();
      return (await withOptOuts(leads, found, presentOpportunity))[0] ?? null;
    },
  };
}

function createRecordLists(connection: Connection) {
  const leads = leadModel(connection);
  const prospects = prospectModel(connection);
  const opportunities = opportunityModel(connection);
  const calls = callModel(connection);

  return {
    async listLeads(query) {
      const { documents, ...page } = await readRecords(leads, query, 'createdSource', standing);
      return { items: documents.map(presentLead), ...page };
    },

    async listProspects(query) {
      const { documents, ...page } = await readRecords(prospects, query, 'source');
      return { items: await withOptOuts(leads, documents, presentProspect), ...page };
    },

    async listOpportunities(query) {
      const { documents, ...page } = await readRecords(opportunities, query, 'source');
      return { items: await withOptOuts(leads, documents, presentOpportunity), ...page };
    },

    async listCalls(query) {
      const { page: _page, limit: _limit, cursor: _cursor, ...ids } = query;
      const order = { occurredAt: -1, _id: -1 } as const;
      return await listPage(calls, query, { filter: ids, order, present: presentCall });
    },
  } satisfies Partial<RecordReader>;
}

/** An opt-out is marked on the lead, whatever the lead has become. */
async function withOptOuts<Document extends { leadId: number }, Record>(
  leads: ReturnType<typeof leadModel>,
  documents: readonly Document[],
  present: (document: Document, doNotContact: boolean) => Record,
): Promise<Record[]> {
  const leadIds = documents.map(({ leadId }) => leadId);
  const optedOut = new Set(
    await distinctValues<number>(leads, '_id', { _id: { $in: leadIds }, doNotContact: true }),
  );
  return documents.map((document) => present(document, optedOut.has(document.leadId)));
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
  const [read, total] = await Promise.all([
    readPage<Document>(find, { _id: query.order === 'asc' ? 1 : -1 }, query),
    count,
  ]);
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
