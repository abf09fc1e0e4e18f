import type { PlannedOutcome } from '@leadbridge/contracts';
import type {
  ContactSnapshot,
  CustomFieldValues,
  DedupeKey,
  FieldChange,
  FieldOrigin,
  KeptField,
  Lead,
  LeadSource,
  LeadStatus,
  PersonFacts,
  ProspectStatus,
  QualificationData,
  SourceData,
  SuppressionKey,
  SuppressionKeyKind,
  TicketSnapshot,
} from '@leadbridge/domain';
import { distinctKeys, factsOfLead, INITIAL_STATUS, personKeys } from '@leadbridge/domain';
import type { Traced } from '@leadbridge/platform';

import type { ImportIntent, KnownLead, RowOutcome, RowRef } from '../ports/import-store.js';
import type { PsaUser, TicketChanges } from '../ports/psa.js';

/** The `options` of an import with their defaults applied. */
export interface ImportOptions {
  readonly deduplication: boolean;
  readonly updateExisting: boolean;
  readonly customFields: boolean;
  /** A lead with keys of which nothing is taken fails. */
  readonly strict: boolean;
}

/** One lead to import, as it was sent, in the trace of its own request. */
export interface ImportRow extends Traced {
  readonly ref: RowRef;
  /** Of the job that it belongs to. */
  readonly requestId: string;
  readonly source: LeadSource;
  readonly data: unknown;
  readonly options: ImportOptions;
  /** Unix milliseconds, by the one clock of all processes; what is known of the PSA must be younger than the request. */
  readonly acceptedAt: number;
  /** Written by an earlier run that did not finish. */
  readonly intent: ImportIntent | null;
  /** What a dry run has shown, where the row is to be written only if it still comes to that. */
  readonly planned: PlannedOutcome | null;
}

/** What shall happen to a row's lead in the PSA. */
export type RowPlan =
  | { readonly kind: 'create' }
  /** A crash came between the PSA's answer and our record: the ticket is there, and this row made it. */
  | { readonly kind: 'adopt' }
  | {
      readonly kind: 'update';
      readonly customFields: CustomFieldValues;
      readonly contact: { readonly phonenumber?: string; readonly linkedin_url?: string };
      readonly fieldsUpdated: readonly string[];
      readonly fieldsPreserved: readonly string[];
      readonly manualWorkDetected: boolean;
      readonly note: string;
      /** By field, `phonenumber` and `linkedin_url` of the contact among them. */
      readonly changes: Readonly<Record<string, FieldChange>>;
      readonly kept: Readonly<Record<string, KeptField>>;
    }
  /** An undo has closed the ticket, and nobody has touched it since: it is that of the lead that would be created. */
  | { readonly kind: 'reopen'; readonly changes: TicketChanges; readonly note: string }
  | {
      readonly kind: 'leave';
      readonly result: 'skipped' | 'preserved';
      readonly reason: string;
      readonly kept: Readonly<Record<string, KeptField>>;
    };

/** How an opted-out person was matched. */
export interface Suppressed {
  readonly by: SuppressionKeyKind;
  readonly suppressionId: string | null;
}

/** Client, site and user of the PSA that a new ticket belongs to. */
export interface PsaIds {
  readonly clientId: number | null;
  readonly siteId: number | null;
  readonly userId: number | null;
}

export const noPsaIds: PsaIds = { clientId: null, siteId: null, userId: null };

/** What a payload was read to. */
export interface ReadRow {
  readonly lead: Lead;
  readonly key: DedupeKey;
  /** The source's own id of its record. */
  readonly externalId: string | null;
  /** What of the payload could not be kept. */
  readonly warnings: readonly string[];
}

/** A row with everything that its lead is known by, once cleaned. */
export interface CleanRow extends ReadRow {
  readonly row: ImportRow;
  /** The key of the lead's record; differs from `key.key` where deduplication is off. */
  readonly recordKey: string;
}

/** The states in which a lead's record begins, and that of the prospect which it is already. */
export interface RecordBeginning {
  readonly lead: LeadStatus;
  readonly prospect: {
    readonly status: ProspectStatus;
    readonly qualification: QualificationData;
  } | null;
}

/**
 * A row on its way through the stages. Each stage reads what the stages before it learnt and adds its own; a row with an
 * outcome or a fault is passed by.
 */
export interface ImportRowState extends CleanRow {
  /** What of the payload could not be kept, by us or by the PSA. */
  warnings: readonly string[];
  /** Null too where the row has to do without it. */
  externalId: string | null;
  known: KnownLead | null;
  merged: Lead;
  provenance: Readonly<Record<string, FieldOrigin>>;
  /** The last data of each source, this row's among them. */
  bySource: Readonly<Record<string, SourceData>>;
  /** Null where nothing says that the person has opted out. */
  suppressed: Suppressed | null;
  ticket: TicketSnapshot | null;
  /** The tickets of the lead's key that were there before anything was created for this row. */
  stood: readonly number[];
  contact: PsaUser | null;
  /** The status that an undo gives to tickets; null in a PSA that has none for it, and for a lead that was not undone. */
  closedStatusId: number | null;
  /** True while the mirror is what is known of the person's tickets. */
  isMirrored: boolean;
  /** How many tickets of the person the mirror holds. */
  mirroredHits: number;
  /** When the ticket was observed that the mirror holds (Unix milliseconds); null for one that this run has read. */
  ticketObservedAt: number | null;
  /** As `ticketObservedAt`, of the contact. */
  contactObservedAt: number | null;
  /** Whether the PSA was asked, by `getTicketForUpdate`, who wrote the ticket last: a list, or a reading of the ticket alone, may not tell. */
  isWriterAsked: boolean;
  plan: RowPlan | null;
  psaIds: PsaIds;
  /** True where the client or the contact was taken from memory or from the mirror, and not read from the PSA in this run. */
  arePsaIdsRemembered: boolean;
  ticketId: number | null;
  /** Where the record of a new lead begins. */
  begins: RecordBeginning;
  /** The status of a ticket that was there before, where it stands for none of ours. */
  unknownStatus: number | null;
  /** The names of the lists of the PSA that are planned for the new ticket. */
  lists: readonly string[];
  /** Custom fields that the PSA took and did not keep, as far as that was noticed by this row. */
  droppedFields: readonly number[];
  /** Why the PSA did not take the note of an update that it took. */
  noteRefusal: string | null;
  outcome: RowOutcome | null;
  /** Why the row could not be brought to an outcome in this run; it stays pending. */
  fault: Error | null;
}

export function startWork(clean: CleanRow): ImportRowState {
  return {
    ...clean,
    known: null,
    merged: clean.lead,
    provenance: {},
    bySource: {},
    suppressed: null,
    ticket: null,
    stood: [],
    contact: null,
    closedStatusId: null,
    isMirrored: false,
    mirroredHits: 0,
    ticketObservedAt: null,
    contactObservedAt: null,
    isWriterAsked: false,
    plan: null,
    psaIds: noPsaIds,
    arePsaIdsRemembered: false,
    ticketId: null,
    begins: { lead: INITIAL_STATUS.lead, prospect: null },
    unknownStatus: null,
    lists: [],
    droppedFields: [],
    noteRefusal: null,
    outcome: null,
    fault: null,
  };
}

/** All that is said of who the person is: by what the row brings, and by all that our record knows beside it. */
export function factsOfRow({ lead, merged, known }: ImportRowState): readonly PersonFacts[] {
  const recorded = Object.values(known?.sources ?? {}).map((data) => data.lead);
  return [lead, merged, ...recorded].map(factsOfLead);
}

/** Every key of the person: of what the row brings, and of all that our record knows beside it. */
export function keysOfPerson(row: ImportRowState): readonly SuppressionKey[] {
  return distinctKeys([...personKeys(factsOfRow(row)), ...(row.known?.personKeys ?? [])]);
}

/**
 * When the last of the rows was accepted (Unix milliseconds): what is known of the PSA must have been read then or later. Never
 * after the batch has begun, whatever the clocks say: the same for all of its stages, so that what one has asked answers the next.
 */
export function latestAcceptance(
  rows: readonly Pick<ImportRow, 'acceptedAt'>[],
  { startedAt }: { readonly startedAt: number },
): number {
  return rows.reduce((latest, { acceptedAt }) => Math.max(latest, Math.min(acceptedAt, startedAt)), 0);
}

/** The rows that still go on to the next stage. */
export function open(rows: readonly ImportRowState[]): ImportRowState[] {
  return rows.filter((row) => row.outcome === null && row.fault === null);
}

export type PlannedRow<K extends RowPlan['kind']> = ImportRowState & { plan: Extract<RowPlan, { kind: K }> };

/** The open rows with a plan of the given kind. */
export function planned<K extends RowPlan['kind']>(
  rows: readonly ImportRowState[],
  kind: K,
): PlannedRow<K>[] {
  return open(rows).filter((row): row is PlannedRow<K> => row.plan?.kind === kind);
}

/** The contact of a row as the smart update compares it. */
export function contactSnapshot(row: ImportRowState): ContactSnapshot | null {
  return row.contact === null
    ? null
    : { phonenumber: row.contact.phonenumber, linkedinUrl: row.contact.linkedinUrl };
}

/** Marks a reference in notes and details, by which a lost answer is found again. */
export function rowReference(ref: RowRef): string {
  return `${ref.jobId}#${ref.index}`;
}
