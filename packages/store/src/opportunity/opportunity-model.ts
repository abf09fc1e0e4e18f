import type { OpportunityData } from '@leadbridge/domain';

import { defineModel, type DocumentOf } from '../define-model.js';
import { ofLeads, removed } from '../erasure-rule.js';
import { mixed, number, text } from '../fields.js';
import { carriedForward } from '../lead/carried-forward.js';
import { indexesForLists } from '../lead/record-indexes.js';

export const opportunityModel = defineModel({
  name: 'Opportunity',
  collection: 'opportunities',
  fields: {
    _id: number(),
    ...carriedForward,
    prospectId: number(),
    psaOpportunityId: number().orNull(),
    opportunity: mixed<OpportunityData>().personal(),
    notes: mixed<{ at: Date; by: string; text: string }[]>().orDefault([]).personal(),
    psaDetails: text().personal(),
    psaReference: text(),
  },
  indexes: [
    ...indexesForLists('source'),
    // A prospect is promoted once, and an opportunity of the PSA belongs to one of ours; lost ones have none.
    [{ prospectId: 1 }, { unique: true }],
    [
      { psaOpportunityId: 1 },
      { name: 'psa_opportunity', unique: true, partialFilterExpression: { psaOpportunityId: { $gt: 0 } } },
    ],
    // Contains all fields that the analytics count.
    [{ status: 1, source: 1 }],
  ],
  erasure: removed(ofLeads, 'opportunities'),
  minimize: false,
});

export type OpportunityDocument = DocumentOf<typeof opportunityModel>;
