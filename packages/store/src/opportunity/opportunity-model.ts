import type { Lead, OpportunityData, QualificationData } from '@leadbridge/domain';
import { Schema, type Connection, type Model } from 'mongoose';

import type { TransitionDocument } from '../lead/lead-model.js';
import { nameCollation } from '../lead/name-collation.js';

export interface OpportunityDocument {
  /** The opportunity id. */
  _id: number;
  prospectId: number;
  leadId: number;
  psaTicketId: number;
  psaOpportunityId: number;
  psaClientId: number | null;
  psaUserId: number | null;
  status: string;
  source: string;
  lead: Lead;
  qualification: QualificationData;
  opportunity: OpportunityData;
  notes: { at: Date; by: string; text: string }[];
  psaDetails: string;
  psaReference: string;
  history: TransitionDocument[];
  /** The claim of the last write; a lower one is refused. */
  fence: number;
  createdAt: Date;
  updatedAt: Date;
}

const schema = new Schema<OpportunityDocument>(
  {
    _id: { type: Number, required: true },
    prospectId: { type: Number, required: true },
    leadId: { type: Number, required: true },
    psaTicketId: { type: Number, required: true },
    psaOpportunityId: { type: Number, required: true },
    psaClientId: { type: Number, default: null },
    psaUserId: { type: Number, default: null },
    status: { type: String, required: true },
    source: { type: String, required: true },
    lead: { type: Schema.Types.Mixed, required: true },
    qualification: { type: Schema.Types.Mixed, required: true },
    opportunity: { type: Schema.Types.Mixed, required: true },
    notes: { type: Schema.Types.Mixed, default: [] },
    psaDetails: { type: String, required: true },
    psaReference: { type: String, required: true },
    history: { type: Schema.Types.Mixed, default: [] },
    fence: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'opportunities', versionKey: false, minimize: false },
);
// A prospect is promoted once, and an opportunity of the PSA belongs to one of ours.
schema.index({ prospectId: 1 }, { unique: true });
schema.index({ psaOpportunityId: 1 }, { unique: true });
schema.index({ leadId: 1 });
schema.index({ 'lead.email': 1 });
schema.index({ 'lead.company.name': 1, _id: 1 }, { name: 'company_name', collation: nameCollation });
schema.index({ status: 1, _id: 1 });
schema.index({ source: 1, _id: 1 });
schema.index({ status: 1, source: 1 });
schema.index({ updatedAt: 1, _id: 1 });
schema.index({ createdAt: 1, source: 1 });

export function opportunityModel(connection: Connection): Model<OpportunityDocument> {
  return connection.models['Opportunity'] ?? connection.model<OpportunityDocument>('Opportunity', schema);
}
