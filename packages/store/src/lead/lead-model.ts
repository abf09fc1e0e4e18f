import type { Lead, QualificationData, SourceData } from '@leadbridge/domain';
import type { ExternalId, IrregularChange, StatusChange } from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import { removed } from '../erasure-rule.js';
import { boolean, date, mixed, number, text, texts } from '../fields.js';
import type { FieldOrigins } from './field-origins.js';
import type { StoredFieldStates } from './field-states.js';
import { indexesForLists } from './record-indexes.js';

export type TransitionDocument = Omit<StatusChange, 'at'> & { at: Date };

/** A transition that people made in the PSA and that the record did not follow. */
export type IrregularChangeDocument = Omit<IrregularChange, 'at'> & { at: Date };

export const leadModel = defineModel({
  name: 'Lead',
  collection: 'leads',
  fields: {
    _id: number(),
    /** The deduplication key; it contains an email, a name or a phone, and never leaves MongoDB. */
    key: text().personal(),
    /** Null if it is lost because the PSA, restored from a backup, has reissued its id. */
    psaTicketId: number().orNull(),
    psaClientId: number().orNull(),
    psaSiteId: number().orNull(),
    psaUserId: number().orNull(),
    status: text(),
    /** The sources of the first and of the last import. */
    createdSource: text(),
    source: text(),
    sources: mixed<Record<string, SourceData>>().personal(),
    /** The current values, after precedence. */
    lead: mixed<Lead>().personal(),
    /** Every key that the person ever had, from all sources, and the domains of the emails among them (`withDomainTexts`). */
    personKeys: texts().personal(),
    /** The terms that `q` searches (`searchTerms`). */
    searchTerms: texts().personal(),
    /** The ids of the lead in its sources, at most one for each; missing if none was sent. */
    externalIds: mixed<ExternalId[]>().optional().personal(),
    provenance: mixed<FieldOrigins[]>(),
    /** Missing if the merged values and their origins contain everything. */
    fieldStates: mixed<StoredFieldStates>().optional().personal(),
    qualityScore: number(),
    doNotContact: boolean().orDefault(false),
    /** The claim of the last import that wrote; a lower one is rejected. */
    fence: number(),
    history: mixed<TransitionDocument[]>().orDefault([]).personal(),
    prospectId: number().orNull(),
    /** The known data for a conversion; missing if there is none. */
    qualification: mixed<QualificationData>().optional().personal(),
    irregularChanges: mixed<IrregularChangeDocument[]>().optional(),
    /** The claim of the last transition that wrote; imports have a separate fence. */
    lifecycleFence: number().optional(),
    createdAt: date(),
    updatedAt: date(),
  },
  indexes: [
    ...indexesForLists('createdSource'),
    [{ key: 1 }, { unique: true }],
    [{ psaTicketId: 1 }],
    // An id of a source belongs to one lead only.
    [
      { 'externalIds.externalId': 1, 'externalIds.source': 1 },
      { unique: true, sparse: true },
    ],
    [{ personKeys: 1 }],
    [{ searchTerms: 1 }],
    // Contains all fields that the analytics count.
    [{ status: 1, prospectId: 1, createdSource: 1 }],
  ],
  erasure: removed(({ leadIds }) => ({ _id: { $in: [...leadIds] } }), 'leads'),
  minimize: false,
});

export type LeadDocument = DocumentOf<typeof leadModel>;
