import type { Lead, QualificationData } from '@leadbridge/domain';
import { Schema, type Connection, type Model } from 'mongoose';

import type { IrregularChangeDocument, TransitionDocument } from '../lead/lead-model.js';
import { nameCollation } from '../lead/name-collation.js';

export interface ProspectDocument {
  /** The prospect id. */
  _id: number;
  leadId: number;
  psaTicketId: number;
  psaClientId: number | null;
  psaUserId: number | null;
  status: string;
  source: string;
  lead: Lead;
  qualification: QualificationData;
  nextAction: string | null;
  nextActionDate: string | null;
  opportunityId: number | null;
  convertedBy: string | null;
  promotionReference: string | null;
  history: TransitionDocument[];
  irregularChanges: IrregularChangeDocument[];
  /** The claim of the last write; a lower one is refused. */
  fence: number;
  createdAt: Date;
  updatedAt: Date;
}

const schema = new Schema<ProspectDocument>(
  {
    _id: { type: Number, required: true },
    leadId: { type: Number, required: true },
    psaTicketId: { type: Number, required: true },
    psaClientId: { type: Number, default: null },
    psaUserId: { type: Number, default: null },
    status: { type: String, required: true },
    source: { type: String, required: true },
    lead: { type: Schema.Types.Mixed, required: true },
    qualification: { type: Schema.Types.Mixed, required: true },
    nextAction: { type: String, default: null },
    nextActionDate: { type: String, default: null },
    opportunityId: { type: Number, default: null },
    convertedBy: { type: String, default: null },
    promotionReference: { type: String, default: null },
    history: { type: Schema.Types.Mixed, default: [] },
    irregularChanges: { type: Schema.Types.Mixed, default: [] },
    fence: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'prospects', versionKey: false, minimize: false },
);
// A lead becomes a prospect once.
schema.index({ leadId: 1 }, { unique: true });
schema.index({ psaTicketId: 1 });
schema.index({ 'lead.email': 1 });
schema.index({ 'lead.company.name': 1, _id: 1 }, { name: 'company_name', collation: nameCollation });
schema.index({ status: 1, _id: 1 });
schema.index({ source: 1, _id: 1 });
schema.index({ status: 1, opportunityId: 1, source: 1 });
schema.index({ updatedAt: 1, _id: 1 });
schema.index({ createdAt: 1, source: 1 });

export function prospectModel(connection: Connection): Model<ProspectDocument> {
  return connection.models['Prospect'] ?? connection.model<ProspectDocument>('Prospect', schema);
}
