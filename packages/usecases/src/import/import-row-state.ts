import type { PlannedOutcome } from '@leadbridge/contracts';
import type {
  ContactSnapshot,
  DedupeKey,
  FieldOrigin,
  ImportDecision,
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

import type { CompanyReview } from '../ports/company-matches.js';
import type {
  Claims,
  CompanyMatch,
  ImportIntent,
  KnownLead,
  RowOutcome,
  RowRef,
} from '../ports/import-store.js';
import type { PsaUser, TicketChanges } from '../ports/psa.js';

/** The `options` of an import, with defaults applied. */
export interface ImportOptions {
  readonly deduplication: boolean;
  readonly updateExisting: boolean;
  readonly customFields: boolean;
  /** Fails a lead that has keys from which nothing is used. */
  readonly strict: boolean;
}

/** One lead to import, as sent, in the trace of its own request. */
export interface ImportRow extends Traced {
  readonly ref: RowRef;
  readonly row: number;
  /** The request of its job. */
  readonly requestId: string;
  readonly source: LeadSource;
  readonly data: unknown;
  readonly options: ImportOptions;
  /** Unix milliseconds, by the clock of all processes. What is read of the PSA must not be older. */
  readonly acceptedAt: number;
  /** When its data was first accepted (Unix milliseconds), if that was before its job. */
  readonly dataFrom?: number;
  /** Saved by an earlier run that did not finish. */
  readonly intent: ImportIntent | null;
  /** The outcome in the dry run, if the row may only be written when that is still its outcome. */
  readonly planned: PlannedOutcome | null;
}

export type RowPlan =
  | { readonly kind: 'create' }
  /** A crash occurred between the PSA's response and our record: this row already created the ticket. */
  | { readonly kind: 'adopt' }
  | ({ readonly kind: 'update'; readonly note: string } & Omit<
      Extract<ImportDecision, { readonly result: 'updated' }>,
      'result'
    >)
  /** An undo has closed the ticket and no one has changed it since: the lead gets it again. */
  | { readonly kind: 'reopen'; readonly changes: TicketChanges; readonly note: string }
  | {
      readonly kind: 'leave';
      readonly result: 'skipped' | 'preserved';
      readonly reason: string;
      readonly kept: Readonly<Record<string, KeptField>>;
    };

export interface Suppressed {
  readonly by: SuppressionKeyKind;
  readonly suppressionId: string | null;
}

export interface PsaIds {
  readonly clientId: number | null;
  readonly siteId: number | null;
  readonly userId: number | null;
}

export const noPsaIds: PsaIds = { clientId: null, siteId: null, userId: null };

export interface ReadRow {
  readonly lead: Lead;
  /** The name as it was written, if parts of it were left out of the lead's. */
  readonly writtenNames: readonly string[];
  readonly key: DedupeKey;
  /** The source's own id for its record. */
  readonly externalId: string | null;
  readonly warnings: readonly string[];
}

/** A cleaned row, with all its keys. */
export interface CleanRow extends ReadRow {
  readonly row: ImportRow;
  /** The key of the lead's record; differs from `key.key` if deduplication is off. */
  readonly recordKey: string;
}

/** The initial states of a lead's record, and of its prospect if it is already one. */
export interface RecordBeginning {
  readonly lead: LeadStatus;
  readonly prospect: {
    readonly status: ProspectStatus;
    readonly qualification: QualificationData;
  } | null;
}

interface Match {
  known: KnownLead | null;
  /** Null unless the person is known to have opted out. */
  suppressed: Suppressed | null;
  ticket: TicketSnapshot | null;
  /** The tickets with the lead's key that existed before anything was created for this row. */
  earlierTicketIds: readonly number[];
  contact: PsaUser | null;
  /** The status that an undo gives to tickets; null if there is none, or the lead was not undone. */
  closedStatusId: number | null;
  /** True while the person's tickets are known from the mirror. */
  isMirrored: boolean;
  /** How many tickets of the person the mirror contains. */
  mirroredHits: number;
  /** When the mirror observed the ticket (Unix milliseconds); null once this run has read it. */
  ticketObservedAt: number | null;
  /** As `ticketObservedAt`, for the contact. */
  contactObservedAt: number | null;
  /** Whether `getTicketForUpdate` was asked for the last editor, which other reads may lack. */
  isWriterAsked: boolean;
}

interface Decision {
  merged: Lead;
  provenance: Readonly<Record<string, FieldOrigin>>;
  /** The latest data of each source, including this row's. */
  bySource: Readonly<Record<string, SourceData>>;
  plan: RowPlan | null;
}

/** Where in the PSA the lead is, as far as it is written there. */
interface Writing {
  psaIds: PsaIds;
  /** True if the client or the contact was not read from the PSA in this run. */
  arePsaIdsRemembered: boolean;
  /** How the client of the lead's company was found; null if none was looked for. */
  companyMatch: CompanyMatch | null;
  /** Its name, if it was not found by that of the company. */
  clientName: string | null;
  /** Set if people have to decide on the client. */
  companyReview: Omit<CompanyReview, 'leadIds'> | null;
  ticketId: number | null;
  begins: RecordBeginning;
  /** The status of an existing ticket that maps to none of ours. */
  unknownStatus: number | null;
  /** Why an existing ticket shows that the person has opted out, if no opt-out of theirs is known. */
  shownOptOut: string | null;
  /** The names of the PSA lists planned for the new ticket. */
  lists: readonly string[];
  /** Parts of the payload that neither we nor the PSA could store. */
  warnings: readonly string[];
  /** Custom fields that the PSA accepted but did not store, as far as this row detected it. */
  droppedFields: readonly number[];
  /** Why the PSA refused the note of an update that it accepted. */
  noteRefusal: string | null;
}

/** Why a row goes through no further stage. Both are null while it does. */
interface End {
  outcome: RowOutcome | null;
  /** Why the row got no outcome in this run; it stays pending. */
  fault: Error | null;
}

/** A row that is being matched with our records and the PSA, and decided. */
export interface MatchedRow extends CleanRow, Match, Decision, Writing, End {
  /** Also null if the row cannot use its id. */
  externalId: string | null;
  warnings: readonly string[];
}

/** A row that is decided: what is known and decided no longer changes, only what is written. */
export interface DecidedRow extends CleanRow, Readonly<Match>, Readonly<Decision>, Writing, End {
  warnings: readonly string[];
}

/** A row that is written, to be recorded. */
export type WrittenRow = Readonly<DecidedRow>;

/**
 * What is copied stands last, here and in other objects that are made for every row: V8 makes a hidden class for each
 * object that begins with a copy and gets fields of its own.
 */
export function startWork(clean: CleanRow): MatchedRow {
  return {
    known: null,
    merged: clean.lead,
    provenance: {},
    bySource: {},
    suppressed: null,
    ticket: null,
    earlierTicketIds: [],
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
    companyMatch: null,
    clientName: null,
    companyReview: null,
    ticketId: null,
    begins: { lead: INITIAL_STATUS.lead, prospect: null },
    unknownStatus: null,
    shownOptOut: null,
    lists: [],
    droppedFields: [],
    noteRefusal: null,
    outcome: null,
    fault: null,
    ...clean,
  };
}

/** Whether an earlier run may have begun the row, and written for it what is not recorded. */
export function isResumed(
  { row, recordKey }: Pick<CleanRow, 'row' | 'recordKey'>,
  { claims }: { readonly claims: Pick<Claims, 'inherited'> },
): boolean {
  return row.intent !== null || claims.inherited.has(recordKey);
}

type PersonOfRow = Pick<WrittenRow, 'lead' | 'merged' | 'known' | 'writtenNames'>;

/** All known facts about the person: from the row and from our record. */
export function factsOfRow(row: PersonOfRow): readonly PersonFacts[] {
  const { lead, merged, known, writtenNames } = row;
  const recorded = Object.values(known?.sources ?? {}).map((data) => data.lead);
  const facts = [lead, merged, ...recorded].map(factsOfLead);
  return [...facts, ...writtenNames.map((personName) => ({ ...factsOfLead(lead), personName }))];
}

/** The keys that were last derived for a lead, and from which facts. */
const derivedKeys = new WeakMap<Lead, { readonly from: string; readonly keys: readonly SuppressionKey[] }>();

/** Every key of the person: from the row and from our record. */
export function keysOfPerson(row: PersonOfRow): readonly SuppressionKey[] {
  const recorded = row.known?.personKeys ?? [];
  const facts = factsOfRow(row);
  const from = [...new Set(facts.map((each) => JSON.stringify(each)))].join();
  // Most stages ask, and deriving keys takes as long as reading the row.
  const derived = derivedKeys.get(row.lead);
  const keys = derived?.from === from ? derived.keys : personKeys(facts);
  derivedKeys.set(row.lead, { from, keys });
  return recorded.length === 0 ? keys : distinctKeys([...keys, ...recorded]);
}

/**
 * When the last of the rows was accepted (Unix milliseconds): data from the PSA must have been read then or
 * later. Never after the start of the batch, whatever the clocks say, and the same for all of its stages, so
 * that each stage can reuse what an earlier one has read.
 */
export function latestAcceptance(
  rows: readonly Pick<ImportRow, 'acceptedAt'>[],
  { startedAt }: { readonly startedAt: number },
): number {
  return rows.reduce((latest, { acceptedAt }) => Math.max(latest, Math.min(acceptedAt, startedAt)), 0);
}

/** The rows that continue to the next stage. */
export function open<Row extends Readonly<End>>(rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.outcome === null && row.fault === null);
}

type Planned<K extends RowPlan['kind']> = { readonly plan: Extract<RowPlan, { kind: K }> };

export type PlannedRow<K extends RowPlan['kind']> = DecidedRow & Planned<K>;

/** The open rows with a plan of the given kind. */
export function planned<K extends RowPlan['kind'], Row extends WrittenRow>(
  rows: readonly Row[],
  kind: K,
): (Row & Planned<K>)[] {
  return open(rows).filter((row): row is Row & Planned<K> => row.plan?.kind === kind);
}

/** The contact of a row, as the smart update compares it. */
export function contactSnapshot(row: Pick<Match, 'contact'>): ContactSnapshot | null {
  return row.contact === null
    ? null
    : { phonenumber: row.contact.phonenumber, linkedinUrl: row.contact.linkedinUrl };
}

/** The reference in notes and details by which a write with a lost response can be found. */
export function rowReference(ref: RowRef): string {
  return `${ref.jobId}#${ref.index}`;
}
