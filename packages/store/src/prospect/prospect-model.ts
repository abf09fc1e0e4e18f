import { Schema, type Connection, type Model } from 'mongoose';

import { carriedForward, type CarriedForward } from '../lead/carried-forward.js';
import type { IrregularChangeDocument } from '../lead/lead-model.js';
import { indexForLists } from '../lead/record-indexes.js';

export interface ProspectDocument extends CarriedForward {
  /** The prospect id. */
  _id: number;
  nextAction: string | null;
  nextActionDate: string | null;
  opportunityId: number | null;
  convertedBy: string | null;
  promotionReference: string | null;
  irregularChanges: IrregularChangeDocument[];
}

const schema = new Schema<ProspectDocument>(
  {
    _id: { type: Number, required: true },
    ...carriedForward,
    nextAction: { type: String, default: null },
    nextActionDate: { type: String, default: null },
    opportunityId: { type: Number, default: null },
    convertedBy: { type: String, default: null },
    promotionReference: { type: String, default: null },
    irregularChanges: { type: Schema.Types.Mixed, default: [] },
  },
  { collection: 'prospects', versionKey: false, minimize: false },
);
indexForLists(schema, 'source');
// A lead becomes a prospect once.
schema.index({ leadId: 1 }, { unique: true });
// Holds all that the analytics count.
schema.index({ status: 1, opportunityId: 1, source: 1 });

export function prospectModel(connection: Connection): Model<ProspectDocument> {
  return connection.models['Prospect'] ?? connection.model<ProspectDocument>('Prospect', schema);
}
