import type { OpportunityData } from '@leadbridge/domain';
import { Schema, type Connection, type Model } from 'mongoose';

import { carriedForward, type CarriedForward } from '../lead/carried-forward.js';
import { indexForLists } from '../lead/record-indexes.js';

export interface OpportunityDocument extends CarriedForward {
  /** The opportunity id. */
  _id: number;
  prospectId: number;
  psaOpportunityId: number | null;
  opportunity: OpportunityData;
  notes: { at: Date; by: string; text: string }[];
  psaDetails: string;
  psaReference: string;
}

const schema = new Schema<OpportunityDocument>(
  {
    _id: { type: Number, required: true },
    ...carriedForward,
    prospectId: { type: Number, required: true },
    psaOpportunityId: { type: Number, default: null },
    opportunity: { type: Schema.Types.Mixed, required: true },
    notes: { type: Schema.Types.Mixed, default: [] },
    psaDetails: { type: String, required: true },
    psaReference: { type: String, required: true },
  },
  { collection: 'opportunities', versionKey: false, minimize: false },
);
indexForLists(schema, 'source');
// A prospect is promoted once, and an opportunity of the PSA belongs to one of ours; those that are lost have none.
schema.index({ prospectId: 1 }, { unique: true });
schema.index(
  { psaOpportunityId: 1 },
  { name: 'psa_opportunity', unique: true, partialFilterExpression: { psaOpportunityId: { $gt: 0 } } },
);
// Holds all that the analytics count.
schema.index({ status: 1, source: 1 });

export function opportunityModel(connection: Connection): Model<OpportunityDocument> {
  return connection.models['Opportunity'] ?? connection.model<OpportunityDocument>('Opportunity', schema);
}
