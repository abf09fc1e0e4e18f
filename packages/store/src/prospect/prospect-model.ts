import { defineModel, type DocumentOf } from '../define-model.js';
import { ofLeads, removed } from '../erasure-rule.js';
import { mixed, number, text } from '../fields.js';
import { carriedForward } from '../lead/carried-forward.js';
import type { IrregularChangeDocument } from '../lead/lead-model.js';
import { indexesForLists } from '../lead/record-indexes.js';

export const prospectModel = defineModel({
  name: 'Prospect',
  collection: 'prospects',
  fields: {
    _id: number(),
    ...carriedForward,
    nextAction: text().orNull().personal(),
    nextActionDate: text().orNull(),
    opportunityId: number().orNull(),
    convertedBy: text().orNull(),
    promotionReference: text().orNull(),
    irregularChanges: mixed<IrregularChangeDocument[]>().orDefault([]),
  },
  indexes: [
    ...indexesForLists('source'),
    // A lead becomes a prospect once.
    [{ leadId: 1 }, { unique: true }],
    // Contains all fields that the analytics count.
    [{ status: 1, opportunityId: 1, source: 1 }],
  ],
  erasure: removed(ofLeads, 'prospects'),
  minimize: false,
});

export type ProspectDocument = DocumentOf<typeof prospectModel>;
