import type { OptOutOrigin, SuppressionStatus, TicketMark } from '@leadbridge/contracts';
import { ERASED, suppressionKeyText } from '@leadbridge/domain';
import type { DueNote, OptOutPerson, OptOutRequest } from '@leadbridge/usecases';

import { defineModel, type DocumentOf, type Index } from '../define-model.js';
import { boolean, date, mixed, number, text, texts } from '../fields.js';

export const dueFields = ['pushAt', 'ticketAt', 'spreadAt'] as const;

/** As of the index of the field. */
export function isDue(field: (typeof dueFields)[number], now: Date) {
  return { [field]: { $lte: now, $type: 'date' } } as const;
}

const nobody: OptOutPerson = { email: null, firstName: null, lastName: null, companyName: null };

/** A suppression. It has no retention: an opt-out does not expire. */
export const suppressionModel = defineModel({
  name: 'Suppression',
  collection: 'suppressions',
  fields: {
    /** `sup_…` */
    _id: text(),
    /** Ticket and person, so that a repeated opt-out is one entry; see `suppressionIdentity`. An erasure leaves `erased/<id>`. */
    identity: text().personal(),
    /** The latest notifications that requested it. */
    references: texts().erasedTo([]),
    origin: text<OptOutOrigin>(),
    ticketId: number().orNull().erasedTo(null),
    leadId: number().orNull().erasedTo(null),
    person: mixed<OptOutPerson>().orNull().personal().erasedTo(nobody),
    /** The keys that match the person; see `suppressionKeyText`. */
    keys: texts().personal().erasedTo([]),
    leadSource: text().orNull(),
    provider: text().orNull(),
    reason: text().personal().erasedTo(ERASED),
    requestedBy: text(),
    requestedAt: date(),
    /** The id of the person in the records of whoever requested it; missing in entries of earlier releases. */
    externalId: text().nullable().optional().personal().erasedTo(null),
    status: text<SuppressionStatus>(),
    statusReason: text().orNull(),
    error: text().orNull().personal().erasedTo(null),
    statusAt: date(),
    attempts: number(),
    lastAttemptAt: date().orNull(),
    pushAt: date().orNull().erasedTo(null),
    retryUntil: date(),
    marks: texts<TicketMark>().erasedTo([]),
    notes: mixed<DueNote[]>().personal().erasedTo([]),
    ticketAt: date().orNull().erasedTo(null),
    ticketAttempts: number(),
    /** When the opt-out is propagated to the person's other leads (`Suppression.propagateAt`). */
    spreadAt: date().orNull().erasedTo(null),
    /** True once `lead.do_not_contact` was written. */
    announced: boolean(),
    /** The claim of the last worker that wrote; a lower one is rejected. */
    fence: number(),
    traceparent: text().optional(),
  },
  indexes: [
    [{ identity: 1 }, { unique: true }],
    [{ keys: 1 }],
    [{ 'person.email': 1, _id: -1 }],
    [{ status: 1, _id: -1 }],
    // Most entries come from lists, and are in none of these.
    [{ references: 1 }, { name: 'notified', partialFilterExpression: { references: { $gt: '' } } }],
    [
      { attempts: 1, provider: 1 },
      { name: 'failed', partialFilterExpression: { status: 'failed' } },
    ],
    [
      { provider: 1, _id: -1 },
      { name: 'of_provider', partialFilterExpression: { provider: { $gt: '' } } },
    ],
    [
      { leadId: 1, requestedAt: -1, _id: -1 },
      { name: 'of_lead', partialFilterExpression: { leadId: { $gt: 0 } } },
    ],
    ...dueFields.map((field): Index => [
      { [field]: 1 },
      { name: field, partialFilterExpression: { [field]: { $type: 'date' } } },
    ]),
  ],
  // Only once the opt-out is done, by rules that imports share (`domain/person`): `finish`.
  erasure: 'by hand',
  minimize: false,
});

export type SuppressionDocument = DocumentOf<typeof suppressionModel>;

/** The entry of a notification has no person until its ticket is read. */
const unread = 'unread';
const unknownPerson = 'unknown';

/** The ticket and its person; without a ticket, the person and the source that is to be notified. */
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

/** Matches entries with their person. Of others nothing is left to do: nobody knows whom to name to a provider. */
export const isOfSomebody = { identity: { $not: /^erased\// } } as const;
