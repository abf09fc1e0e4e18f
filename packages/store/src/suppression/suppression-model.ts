import type { OptOutOrigin, SuppressionStatus, TicketMark } from '@leadbridge/contracts';
import { suppressionKeyText } from '@leadbridge/domain';
import type { Traced } from '@leadbridge/platform';
import type { DueNote, OptOutPerson, OptOutRequest } from '@leadbridge/usecases';
import { Schema, type Connection, type Model } from 'mongoose';

/** A suppression. It is kept without a limit: an opt-out does not expire. */
export interface SuppressionDocument extends Traced {
  /** `sup_…` */
  _id: string;
  /** Ticket and person, so that the same opt-out twice is one entry; see `suppressionIdentity`. */
  identity: string;
  /** The notifications that asked for it, the last ones. */
  references: string[];
  origin: OptOutOrigin;
  ticketId: number | null;
  leadId: number | null;
  person: OptOutPerson | null;
  /** The keys that match the person; see `suppressionKeyText`. */
  keys: string[];
  leadSource: string | null;
  provider: string | null;
  reason: string;
  requestedBy: string;
  requestedAt: Date;
  status: SuppressionStatus;
  statusReason: string | null;
  error: string | null;
  statusAt: Date;
  attempts: number;
  lastAttemptAt: Date | null;
  pushAt: Date | null;
  retryUntil: Date;
  marks: TicketMark[];
  notes: DueNote[];
  ticketAt: Date | null;
  ticketAttempts: number;
  spreadAt: Date | null;
  /** True once `lead.do_not_contact` was told. */
  announced: boolean;
  /** The claim of the last worker that wrote; a lower one is refused. */
  fence: number;
}

const schema = new Schema<SuppressionDocument>(
  {
    _id: { type: String, required: true },
    identity: { type: String, required: true },
    references: { type: [String], required: true },
    origin: { type: String, required: true },
    ticketId: { type: Number, default: null },
    leadId: { type: Number, default: null },
    person: { type: Schema.Types.Mixed, default: null },
    keys: { type: [String], required: true },
    leadSource: { type: String, default: null },
    provider: { type: String, default: null },
    reason: { type: String, required: true },
    requestedBy: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    status: { type: String, required: true },
    statusReason: { type: String, default: null },
    error: { type: String, default: null },
    statusAt: { type: Date, required: true },
    attempts: { type: Number, required: true },
    lastAttemptAt: { type: Date, default: null },
    pushAt: { type: Date, default: null },
    retryUntil: { type: Date, required: true },
    marks: { type: [String], required: true },
    notes: { type: Schema.Types.Mixed, required: true },
    ticketAt: { type: Date, default: null },
    ticketAttempts: { type: Number, required: true },
    spreadAt: { type: Date, default: null },
    announced: { type: Boolean, required: true },
    fence: { type: Number, required: true },
    traceparent: String,
  },
  { collection: 'suppressions', versionKey: false, minimize: false },
);
schema.index({ identity: 1 }, { unique: true });
schema.index({ references: 1 });
schema.index({ keys: 1 });
schema.index({ 'person.email': 1, _id: -1 });
schema.index({ status: 1, _id: -1 });
schema.index({ provider: 1, _id: -1 });
schema.index({ pushAt: 1 });
schema.index({ ticketAt: 1 });
schema.index({ spreadAt: 1 });
schema.index({ leadId: 1, requestedAt: -1, _id: -1 });

export function suppressionModel(connection: Connection): Model<SuppressionDocument> {
  return connection.models['Suppression'] ?? connection.model<SuppressionDocument>('Suppression', schema);
}

/** Before its ticket was read, the entry of a notification has no person. */
const unread = 'unread';
const unknownPerson = 'unknown';

/**
 * What makes two opt-outs one: the ticket and its person. A person without a ticket is told apart by who shall be told, as nothing
 * else is known of where the data came from.
 */
export function suppressionIdentity(optOut: Pick<OptOutRequest, 'ticketId' | 'keys' | 'leadSource'>): string {
  const [first] = optOut.keys;
  const person = first === undefined ? unknownPerson : suppressionKeyText(first);
  return optOut.ticketId === null
    ? `person/${(optOut.leadSource ?? '').trim().toLowerCase()}/${person}`
    : `${optOut.ticketId}/${person}`;
}

export function unreadIdentity(ticketId: number): string {
  return `${ticketId}/${unread}`;
}
