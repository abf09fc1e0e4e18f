import { defineModel, type DocumentOf } from '../define-model.js';
import { ofLeads, removed } from '../erasure-rule.js';
import { date, number, text, texts } from '../fields.js';
import { rowRetentionSeconds } from '../retention.js';

/** What a job is about to write to the PSA; see `LifecycleIntent`. */
export const lifecycleIntentModel = defineModel({
  name: 'LifecycleIntent',
  collection: 'lifecycle_intents',
  fields: {
    /** The job id. */
    _id: text(),
    leadId: number(),
    to: texts(),
    shownStatusId: number().optional(),
    at: date(),
  },
  indexes: [[{ leadId: 1 }], [{ at: 1 }, { expireAfterSeconds: rowRetentionSeconds }]],
  erasure: removed(ofLeads),
});

export type LifecycleIntentDocument = DocumentOf<typeof lifecycleIntentModel>;
