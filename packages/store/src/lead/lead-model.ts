import type { Lead, QualificationData, SourceData } from '@leadbridge/domain';
import type { ExternalId } from '@leadbridge/usecases';
import { Schema, type Connection, type Model } from 'mongoose';

import type { FieldOrigins } from './field-origins.js';
import type { StoredFieldStates } from './field-states.js';
import { indexForLists } from './record-indexes.js';

/** One move of a record through its lifecycle. */
export interface TransitionDocument {
  from: string | null;
  to: string;
  at: Date;
  by: string;
  reason: string | null;
}

/** A move that people made in the PSA and that the record did not follow. */
export interface IrregularChangeDocument {
  from: string;
  to: string;
  at: Date;
  by: string;
  psaStatusId: number;
  psaTickettypeId: number;
}

export interface LeadDocument {
  /** The lead id. */
  _id: number;
  /** The deduplication key; it holds an email, a name or a phone, and never leaves MongoDB. */
  key: string;
  /** Null once it is lost: the PSA, restored from a backup, has issued its id again. */
  psaTicketId: number | null;
  psaClientId: number | null;
  psaSiteId: number | null;
  psaUserId: number | null;
  status: string;
  /** The source of the first and of the last import. */
  createdSource: string;
  source: string;
  sources: Record<string, SourceData>;
  /** The values that stand, after precedence. */
  lead: Lead;
  /** Every key that the person was ever known by, over all sources (`suppressionKeyText`); absent in leads of release 1.0. */
  personKeys?: string[];
  /** What `q` finds it by (`searchTerms`); absent in leads of release 1.0 until the upgrade has written it. */
  searchTerms?: string[];
  /** The ids that sources have for the lead, one for each source; absent where none has told one. */
  externalIds?: ExternalId[];
  provenance: FieldOrigins[];
  /** Absent where the merged values and their origins say it all. */
  fieldStates?: StoredFieldStates;
  qualityScore: number;
  doNotContact: boolean;
  /** The claim of the last import that wrote; a lower one is refused. */
  fence: number;
  history: TransitionDocument[];
  prospectId: number | null;
  /** What is known for a conversion; absent until something is. */
  qualification?: QualificationData;
  irregularChanges?: IrregularChangeDocument[];
  /** The claim of the last move that wrote; imports have a fence of their own, and change other fields. */
  lifecycleFence?: number;
  createdAt: Date;
  updatedAt: Date;
}

const schema = new Schema<LeadDocument>(
  {
    _id: { type: Number, required: true },
    key: { type: String, required: true },
    psaTicketId: { type: Number, default: null },
    psaClientId: { type: Number, default: null },
    psaSiteId: { type: Number, default: null },
    psaUserId: { type: Number, default: null },
    status: { type: String, required: true },
    createdSource: { type: String, required: true },
    source: { type: String, required: true },
    sources: { type: Schema.Types.Mixed, required: true },
    lead: { type: Schema.Types.Mixed, required: true },
    personKeys: { type: [String], default: undefined },
    searchTerms: { type: [String], default: undefined },
    externalIds: { type: Schema.Types.Mixed, default: undefined },
    provenance: { type: Schema.Types.Mixed, required: true },
    fieldStates: { type: Schema.Types.Mixed, default: undefined },
    qualityScore: { type: Number, required: true },
    doNotContact: { type: Boolean, default: false },
    fence: { type: Number, required: true },
    history: { type: Schema.Types.Mixed, default: [] },
    prospectId: { type: Number, default: null },
    qualification: Schema.Types.Mixed,
    irregularChanges: { type: Schema.Types.Mixed, default: undefined },
    lifecycleFence: Number,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'leads', versionKey: false, minimize: false },
);
indexForLists(schema, 'createdSource');
schema.index({ key: 1 }, { unique: true });
schema.index({ psaTicketId: 1 });
// An id of a source is one lead's alone.
schema.index({ 'externalIds.externalId': 1, 'externalIds.source': 1 }, { unique: true, sparse: true });
schema.index({ personKeys: 1 });
schema.index({ searchTerms: 1 });
// Holds all that the analytics count.
schema.index({ status: 1, prospectId: 1, createdSource: 1 });

export function leadModel(connection: Connection): Model<LeadDocument> {
  return connection.models['Lead'] ?? connection.model<LeadDocument>('Lead', schema);
}
