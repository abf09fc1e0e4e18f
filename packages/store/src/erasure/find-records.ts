import type { KeyFields } from '@leadbridge/domain';
import type { ErasureStore, PsaIds } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

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

/** Reading of records for an erasure; see `ErasureStore`. */
export function createRecordSearch(
  connection: Connection,
): Pick<ErasureStore, 'leads' | 'fieldsOf' | 'newLeads' | 'suppressions' | 'recordsOf' | 'usersWith'> {
  const leads = leadModel(connection);
  const prospects = prospectModel(connection);
  const opportunities = opportunityModel(connection);

  return {
    async *leads() {
      const cursor = leads
        .find()
        .sort({ _id: 1 })
        .select({ key: 1, personKeys: 1, psaTicketId: 1, ...keyFields })
        .lean<Pick<LeadDocument, '_id' | 'key' | 'personKeys' | 'psaTicketId'> & { lead: KeyFields }>()
        .cursor({ batchSize });
      for await (const { _id: leadId, key, personKeys = [], psaTicketId, lead } of cursor) {
        yield { leadId, key, personKeys, psaTicketId, fields: lead };
      }
    },

    async fieldsOf(leadIds) {
      const documents = await leads
        .find({ _id: { $in: [...leadIds] } })
        .select({ lead: 1, sources: 1 })
        .lean<Pick<LeadDocument, 'lead' | 'sources'>[]>();
      return documents.flatMap(({ lead, sources }) => [
        lead,
        ...Object.values(sources).map((source) => source.lead),
      ]);
    },

    async newLeads(person, keys, known) {
      return await leads.distinct('_id', {
        _id: { $nin: [...known] },
        $or: [{ key: { $in: [...keys] } }, { 'lead.email': { $in: [...person.emails] } }],
      });
    },

    async *suppressions() {
      const cursor = suppressionModel(connection)
        .find()
        .sort({ _id: 1 })
        .lean<SuppressionDocument>()
        .cursor({ batchSize });
      for await (const document of cursor) {
        yield presentSuppression(document);
      }
    },

    async recordsOf(leadIds) {
      const [ofLeads, ofProspects, ofOpportunities] = await Promise.all([
        leads.find({ _id: { $in: [...leadIds] } }).lean<LeadDocument[]>(),
        prospects.find({ leadId: { $in: [...leadIds] } }).lean<ProspectDocument[]>(),
        // Of each lead there are as many as prospects, which name them.
        opportunities.find({ leadId: { $in: [...leadIds] } }).lean<OpportunityDocument[]>(),
      ]);
      return {
        prospectIds: ofProspects.map(({ _id }) => _id),
        opportunityIds: ofOpportunities.map(({ _id }) => _id),
        psa: await psaIds([...ofLeads, ...ofProspects, ...ofOpportunities], ofOpportunities, leadIds),
        optedOut: ofLeads.some(({ doNotContact }) => doNotContact),
      };
    },

    async usersWith(emails) {
      const ids = await userModel(connection).distinct('_id', { email: { $in: [...emails] } });
      return ids.map(String);
    },
  };

  async function psaIds(
    records: readonly Pick<LeadDocument, 'psaTicketId' | 'psaUserId' | 'psaClientId'>[],
    promoted: readonly OpportunityDocument[],
    leadIds: readonly number[],
  ): Promise<PsaIds> {
    const clientIds = distinct(records.map(({ psaClientId }) => psaClientId));
    const ofOthers = await leads.distinct('psaClientId', {
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
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))].sort((left, right) => left - right);
}
