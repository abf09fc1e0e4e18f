import type { Lead, QualificationData, SourceData } from '@leadbridge/domain';
import type { ExternalId } from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, date, mixed, number, text, texts } from '../fields.js';
import type { FieldOrigins } from './field-origins.js';
import type { StoredFieldStates } from './field-states.js';
import { indexesForLists } from './record-indexes.js';

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

export const leadModel = defineModel({
  name: 'Lead',
  collection: 'leads',
  fields: {
    /** The lead id. */
    _id: number(),
    /** The deduplication key; it holds an email, a name or a phone, and never leaves MongoDB. */
    key: text(),
    /** Null once it is lost: the PSA, restored from a backup, has issued its id again. */
    psaTicketId: number().orNull(),
    psaClientId: number().orNull(),
    psaSiteId: number().orNull(),
    psaUserId: number().orNull(),
    status: text(),
    /** The source of the first and of the last import. */
    createdSource: text(),
    source: text(),
    sources: mixed<Record<string, SourceData>>(),
    /** The values that stand, after precedence. */
    lead: mixed<Lead>(),
    /** Every key that the person was ever known by, over all sources (`suppressionKeyText`); absent in leads of release 1.0. */
    personKeys: texts().optional(),
    /** What `q` finds it by (`searchTerms`); absent in leads of release 1.0 until the upgrade has written it. */
    searchTerms: texts().optional(),
    /** The ids that sources have for the lead, one for each source; absent where none has sent one. */
    externalIds: mixed<ExternalId[]>().optional(),
    provenance: mixed<FieldOrigins[]>(),
    /** Absent where the merged values and their origins say it all. */
    fieldStates: mixed<StoredFieldStates>().optional(),
    qualityScore: number(),
    doNotContact: boolean().orDefault(false),
    /** The claim of the last import that wrote; a lower one is refused. */
    fence: number(),
    history: mixed<TransitionDocument[]>().orDefault([]),
    prospectId: number().orNull(),
    /** What is known for a conversion; absent until something is. */
    qualification: mixed<QualificationData>().optional(),
    irregularChanges: mixed<IrregularChangeDocument[]>().optional(),
    /** The claim of the last move that wrote; imports have a fence of their own, and change other fields. */
    lifecycleFence: number().optional(),
    createdAt: date(),
    updatedAt: date(),
  },
  indexes: [
    ...indexesForLists('createdSource'),
    [{ key: 1 }, { unique: true }],
    [{ psaTicketId: 1 }],
    // An id of a source is one lead's alone.
    [
      { 'externalIds.externalId': 1, 'externalIds.source': 1 },
      { unique: true, sparse: true },
    ],
    [{ personKeys: 1 }],
    [{ searchTerms: 1 }],
    // Holds all that the analytics count.
    [{ status: 1, prospectId: 1, createdSource: 1 }],
  ],
  minimize: false,
});

export type LeadDocument = DocumentOf<typeof leadModel>;
