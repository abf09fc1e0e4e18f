import { unfinishedJobStatuses } from '@leadbridge/contracts';
import type { LifecycleStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { createClaims } from '../import/claims.js';
import { jobModel } from '../job/job-model.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { presentLead } from '../lead/present-lead.js';
import { opportunityModel } from '../opportunity/opportunity-model.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';
import { reserveNumbers } from '../sequence.js';
import { lifecycleIntentModel, type LifecycleIntentDocument } from './intent-model.js';
import { createRecordReader } from './record-reader.js';
import { recordStep } from './record-write.js';

export function createLifecycleStore(connection: Connection): LifecycleStore {
  const leads = leadModel(connection);
  const prospects = prospectModel(connection);
  const opportunities = opportunityModel(connection);
  const intents = lifecycleIntentModel(connection);
  const jobs = jobModel(connection);

  return {
    ...createClaims(connection),
    ...createRecordReader(connection),
    record: async (write) => recordStep(connection, write),

    async findLeadsByTicket(psaTicketId) {
      const found = await leads.find({ psaTicketId }).sort({ _id: 1 }).lean<LeadDocument[]>();
      return found.map(presentLead);
    },

    async reserveId(kind) {
      return await reserveNumbers(connection, `${kind}_id`);
    },

    async beginIntent({ jobId, leadId, to, at, ...shown }) {
      const { upsertedCount } = await intents.updateOne(
        { _id: jobId },
        { $setOnInsert: { leadId, at: new Date(at), ...shown }, $addToSet: { to: { $each: [...to] } } },
        { upsert: true },
      );
      return upsertedCount === 1;
    },

    async intentOf(jobId) {
      return (await intents.findById(jobId).lean<LifecycleIntentDocument>()) ?? { to: [] };
    },

    async intendedStates(leadId) {
      const documents = await intents.find({ leadId }).lean<LifecycleIntentDocument[]>();
      const unfinished = await distinctValues<string>(jobs, '_id', {
        _id: { $in: documents.map(({ _id }) => _id) },
        status: { $in: unfinishedJobStatuses },
      });
      const jobIds = new Set(unfinished.map(String));
      return new Set(documents.filter(({ _id }) => jobIds.has(_id)).flatMap(({ to }) => to));
    },

    async beginPromotion(prospectId, reference) {
      await prospects.updateOne(
        { _id: prospectId, promotionReference: null },
        { $set: { promotionReference: reference } },
      );
      const document = await prospects
        .findById(prospectId)
        .select({ promotionReference: 1 })
        .lean<Pick<ProspectDocument, 'promotionReference'>>();
      return document?.promotionReference ?? reference;
    },

    async knowsPsaOpportunity(psaOpportunityId, psaUserId) {
      return (await opportunities.exists({ psaOpportunityId, psaUserId })) !== null;
    },
  };
}
