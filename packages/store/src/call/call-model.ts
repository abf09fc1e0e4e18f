import type { CallDirection } from '@leadbridge/contracts';
import { Schema, type Connection, type Model } from 'mongoose';

export interface CallDocument {
  /** `call_…` */
  _id: string;
  leadId: number;
  prospectId: number | null;
  opportunityId: number | null;
  occurredAt: Date;
  direction: CallDirection;
  dialledNumber: string | null;
  durationSeconds: number | null;
  agent: string | null;
  outcome: string | null;
  nextAction: string | null;
  notes: string | null;
  psaActionId: number;
  recordedBy: string;
  createdAt: Date;
}

const text = { type: String, default: null } as const;
const number = { type: Number, default: null } as const;

const schema = new Schema<CallDocument>(
  {
    _id: { type: String, required: true },
    leadId: { type: Number, required: true },
    prospectId: number,
    opportunityId: number,
    occurredAt: { type: Date, required: true },
    direction: { type: String, required: true },
    dialledNumber: text,
    durationSeconds: number,
    agent: text,
    outcome: text,
    nextAction: text,
    notes: text,
    psaActionId: { type: Number, required: true },
    recordedBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'calls', versionKey: false },
);
schema.index({ occurredAt: -1, _id: -1 });
schema.index({ leadId: 1, occurredAt: -1, _id: -1 });
schema.index({ prospectId: 1, occurredAt: -1, _id: -1 });
schema.index({ opportunityId: 1, occurredAt: -1, _id: -1 });

export function callModel(connection: Connection): Model<CallDocument> {
  return connection.models['Call'] ?? connection.model<CallDocument>('Call', schema);
}
