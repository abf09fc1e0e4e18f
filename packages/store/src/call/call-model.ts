import type { CallDirection } from '@leadbridge/contracts';

import { defineModel, type DocumentOf } from '../define-model.js';
import { ofLeads, removed } from '../erasure-rule.js';
import { date, number, text } from '../fields.js';

export const callModel = defineModel({
  name: 'Call',
  collection: 'calls',
  fields: {
    /** `call_…` */
    _id: text(),
    leadId: number(),
    prospectId: number().orNull(),
    opportunityId: number().orNull(),
    occurredAt: date(),
    direction: text<CallDirection>(),
    dialledNumber: text().orNull().personal(),
    durationSeconds: number().orNull(),
    agent: text().orNull(),
    outcome: text().orNull().personal(),
    nextAction: text().orNull().personal(),
    notes: text().orNull().personal(),
    psaActionId: number(),
    recordedBy: text(),
    createdAt: date(),
  },
  indexes: [
    [{ occurredAt: -1, _id: -1 }],
    [{ leadId: 1, occurredAt: -1, _id: -1 }],
    [{ prospectId: 1, occurredAt: -1, _id: -1 }],
    [{ opportunityId: 1, occurredAt: -1, _id: -1 }],
  ],
  erasure: removed(ofLeads, 'calls'),
});

export type CallDocument = DocumentOf<typeof callModel>;
