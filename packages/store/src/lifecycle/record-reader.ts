import { cleanCompanyName } from '@leadbridge/domain';
import type { CallQuery, CallRecord, Page, RecordQuery, RecordReader } from '@leadbridge/usecases';
import type { Connection, Model } from 'mongoose';

import { callModel, type CallDocument } from '../call/call-model.js';
import { presentCall } from '../call/present-call.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { nameCollation } from '../lead/name-collation.js';
import { presentLead } from '../lead/present-lead.js';
import { opportunityModel, type OpportunityDocument } from '../opportunity/opportunity-model.js';
import { presentOpportunity } from '../opportunity/present-opportunity.js';
import { presentProspect } from '../prospect/present-prospect.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';

export function createRecordReader(connection: Connection): RecordReader {
  const leads = leadModel(connection);
  const prospects = prospectModel(connection);
  const opportunities = opportunityModel(connection);
  const calls = callModel(connection);

  return {
    async findLead(leadId) {
      const document = await leads.findById(leadId).lean<LeadDocument>();
      return document === null ? null : presentLead(document);
    },

    async findProspect(prospectId) {
      const document = await prospects.findById(prospectId).lean<ProspectDocument>();
      return document === null ? null : ((await withOptOuts([document], presentProspect))[0] ?? null);
    },

    async findOpportunity(opportunityId) {
      const document = await opportunities.findById(opportunityId).lean<OpportunityDocument>();
      return document === null ? null : ((await withOptOuts([document], presentOpportunity))[0] ?? null);
    },

    async listLeads(query) {
      const { documents, total } = await page(leads, query, 'createdSource');
      return { items: documents.map(presentLead), total };
    },

    async listProspects(query) {
      const { documents, total } = await page(prospects, query, 'source');
      return { items: await withOptOuts(documents, presentProspect), total };
    },

    async listOpportunities(query) {
      const { documents, total } = await page(opportunities, query, 'source');
      return { items: await withOptOuts(documents, presentOpportunity), total };
    },

    async listCalls(query) {
      return await listCalls(query);
    },
  };

  /** An opt-out is marked on the lead, whatever the lead has become. */
  async function withOptOuts<Document extends { leadId: number }, Record>(
    documents: readonly Document[],
    present: (document: Document, doNotContact: boolean) => Record,
  ): Promise<Record[]> {
    const leadIds = documents.map(({ leadId }) => leadId);
    const optedOut = new Set(await leads.distinct('_id', { _id: { $in: leadIds }, doNotContact: true }));
    return documents.map((document) => present(document, optedOut.has(document.leadId)));
  }

  async function listCalls({ page: number, limit, ...ids }: CallQuery): Promise<Page<CallRecord>> {
    const [documents, total] = await Promise.all([
      calls
        .find(ids)
        .sort({ occurredAt: -1, _id: -1 })
        .skip((number - 1) * limit)
        .limit(limit)
        .lean<CallDocument[]>(),
      calls.countDocuments(ids),
    ]);
    return { items: documents.map(presentCall), total };
  }
}

async function page<Document>(
  model: Model<Document>,
  query: RecordQuery,
  sourceField: 'source' | 'createdSource',
): Promise<{ readonly documents: readonly Document[]; readonly total: number }> {
  const filter = filterOf(query, sourceField);
  const collation = query.company === undefined ? undefined : nameCollation;
  const find = model
    .find(filter)
    .sort({ _id: 1 })
    .skip((query.page - 1) * query.limit)
    .limit(query.limit);
  const count = model.countDocuments(filter);
  if (collation !== undefined) {
    find.collation(collation);
    count.collation(collation);
  }
  const [documents, total] = await Promise.all([find.lean<Document[]>(), count]);
  return { documents, total };
}

/** Values alone, so that nothing that was asked for can be an operator. */
function filterOf(query: RecordQuery, sourceField: string): object {
  const { status, source, company, email, updatedSince } = query;
  return {
    ...(status === undefined ? {} : { status: { $eq: status } }),
    ...(source === undefined ? {} : { [sourceField]: { $eq: source } }),
    // Records hold names without their legal form; who asks may write it.
    ...(company === undefined
      ? {}
      : { 'lead.company.name': { $in: [company, cleanCompanyName(company) ?? company] } }),
    ...(email === undefined ? {} : { 'lead.email': { $eq: email } }),
    ...(updatedSince === undefined ? {} : { updatedAt: { $gte: new Date(updatedSince) } }),
  };
}
