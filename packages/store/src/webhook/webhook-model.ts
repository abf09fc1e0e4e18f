import type { SwitchOffReason } from '@leadbridge/contracts';
import { Schema, type Connection, type Model } from 'mongoose';

export interface WebhookDocument {
  /** `wh_…` */
  _id: string;
  url: string;
  events: string[];
  active: boolean;
  /** Encrypted, as are those of `previousSecrets`. */
  sealedSecret: string;
  previousSecrets: { sealed: string; until: Date }[];
  createdAt: Date;
  updatedAt: Date;
  failingSince: Date | null;
  switchedOff: { reason: SwitchOffReason; at: Date } | null;
}

const schema = new Schema<WebhookDocument>(
  {
    _id: { type: String, required: true },
    url: { type: String, required: true },
    events: { type: [String], required: true },
    active: { type: Boolean, required: true },
    sealedSecret: { type: String, required: true },
    previousSecrets: { type: Schema.Types.Mixed, default: [] },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    failingSince: { type: Date, default: null },
    switchedOff: { type: Schema.Types.Mixed, default: null },
  },
  { collection: 'webhooks', versionKey: false },
);
schema.index({ active: 1 });

export function webhookModel(connection: Connection): Model<WebhookDocument> {
  return connection.models['Webhook'] ?? connection.model<WebhookDocument>('Webhook', schema);
}

/** What registrations at the same moment conflict over. */
interface RegistrationDocument {
  _id: 'all';
  version: number;
}

const registrationSchema = new Schema<RegistrationDocument>(
  { _id: { type: String, required: true }, version: { type: Number, required: true } },
  { collection: 'webhook_registrations', versionKey: false },
);

export function registrationModel(connection: Connection): Model<RegistrationDocument> {
  return (
    connection.models['WebhookRegistration'] ??
    connection.model<RegistrationDocument>('WebhookRegistration', registrationSchema)
  );
}
