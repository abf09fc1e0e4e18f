import type { ImportPlan, PlannedOutcome } from '@leadbridge/contracts';
import type {
  ContactSnapshot,
  CustomFieldValues,
  FieldOrigin,
  FieldStates,
  Lead,
  LeadStatus,
  ProspectStatus,
  QualificationData,
  SourceData,
  SuppressionKey,
  TicketSnapshot,
} from '@leadbridge/domain';

import type { DomainEvent } from './domain-event.js';
import type { JobRun } from './job-runs.js';
import type { PlannedRequests } from './jobs.js';
import type { NewErrorLogEntry } from './error-log-entry.js';
import type { OptOutRequest } from './suppression.js';
import type { NewTimelineEntry } from './timeline.js';
import type { Observations } from './psa-mirror.js';
import type { FailedOutcome, RowOutcome } from './row-outcome.js';

export type { FailedOutcome, RowOutcome, SucceededOutcome } from './row-outcome.js';

/** A lead as an import needs it. */
export interface KnownLead {
  readonly leadId: number;
  readonly key: string;
  readonly psaTicketId: number | null;
  /** The ticket's contact, as the last import has found it. */
  readonly psaUserId: number | null;
  /** True while an import may change the ticket, as far as the record tells. */
  readonly isEarly: boolean;
  readonly sources: Readonly<Record<string, SourceData>>;
  readonly externalIds: readonly ExternalId[];
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly doNotContact: boolean;
  /** True where the import that created the lead was undone. */
  readonly isUndone: boolean;
  /** Every key of the person that the record has ever learnt; see `personKeys`. */
  readonly personKeys: readonly SuppressionKey[];
  /** What stands in its fields since the last import. */
  readonly fields: FieldStates;
}

/** The id that a source has for its record of a lead; of one source it is one lead's alone. */
export interface ExternalId {
  readonly source: string;
  readonly externalId: string;
}

/** The PSA's client of a company, and the site that new contacts get. */
export interface KnownCompany {
  readonly companyKey: string;
  readonly clientId: number;
  readonly siteId: number;
}

/** One row of work: a single import is row 0 of its job. */
export interface RowRef {
  readonly jobId: string;
  readonly index: number;
}

/**
 * What is about to be done for a row, written down before the first write to the PSA, so that whoever takes over after a crash
 * finishes the same thing: a ticket found then was created by this row, and an update already applied is still reported and noted.
 */
export type ImportIntent =
  | {
      readonly kind: 'create';
      readonly at: string;
      /** The tickets of the lead's key that were there before: none of them is the one that was about to be created. */
      readonly stood?: readonly number[];
    }
  | {
      readonly kind: 'update';
      readonly at: string;
      readonly ticketId: number;
      readonly customFields: CustomFieldValues;
      readonly contact: { readonly phonenumber?: string; readonly linkedin_url?: string };
      readonly fieldsUpdated: readonly string[];
      readonly fieldsPreserved: readonly string[];
      readonly manualWorkDetected: boolean;
      readonly note: string;
      /** What an undo puts back; absent in intents of releases that had none. */
      readonly before?: BeforeUpdate;
    }
  /** The ticket of a lead whose import was undone is about to be opened again. */
  | { readonly kind: 'reopen'; readonly at: string; readonly ticketId: number };

/** What was there before an update: what its undo puts back, and what tells whether people have worked on the ticket since. */
export interface BeforeUpdate
  extends Pick<TicketSnapshot, 'statusId' | 'lastUpdatedBy' | 'customFields'>, Partial<ContactSnapshot> {
  /** The data of the source that our record held; null for a source that had not sent any. */
  readonly source: SourceData | null;
}

/** A lead's record as an import leaves it. */
export interface LeadWrite {
  readonly key: string;
  readonly leadId: number;
  /** False where the lead was read from its record before. */
  readonly isNew: boolean;
  readonly psaTicketId: number;
  /**
   * ISO 8601, for a ticket that was created for this lead: it was created later. Whatever else our records hold under its id is of
   * before the PSA was restored from a backup. Null for a ticket that was there.
   */
  readonly ticketCreatedAfter: string | null;
  readonly psaClientId: number | null;
  readonly psaSiteId: number | null;
  readonly psaUserId: number | null;
  /** The source of this import. */
  readonly source: string;
  readonly sourceData: SourceData;
  /** Of all sources. */
  readonly externalIds: readonly ExternalId[];
  /** The values that stand after precedence. */
  readonly merged: Lead;
  readonly provenance: Readonly<Record<string, FieldOrigin>>;
  /** What stands in each field behind this import, and what was offered and not taken. */
  readonly fields: FieldStates;
  /** The last data of every source, this one's among them. */
  readonly bySource: Readonly<Record<string, SourceData>>;
  readonly qualityScore: number;
  /** The lifecycle status that a new record starts with, or one whose import was undone. */
  readonly status: LeadStatus;
  /** True for a lead whose import was undone and that counts again. */
  readonly revives: boolean;
  /** The prospect that a new lead is in the PSA already. */
  readonly prospect: {
    readonly prospectId: number;
    readonly status: ProspectStatus;
    readonly qualification: QualificationData;
  } | null;
  readonly personKeys: readonly SuppressionKey[];
  /** True where the person is known to have opted out, by the source or by a key. */
  readonly hasOptedOut: boolean;
  /** Written where the person has opted out, also where that turns out as late as in the transaction of the record. */
  readonly optOut: OptOutRequest;
}

/** A key of somebody who has opted out. */
export interface SuppressedKey {
  /** The suppression that the key is from; null for a key of an entry that earlier releases wrote. */
  readonly suppressionId: string | null;
}

/** Further keys of somebody who has opted out and has no ticket, as an import has brought them. */
export interface AddedKeys {
  readonly suppressionId: string;
  readonly keys: readonly SuppressionKey[];
}

/**
 * Tickets that one job has planned for one list of the PSA. The tickets of a batch share a group, as a document for each of them
 * would be most of what an import writes.
 */
export interface ListGroup {
  /** `lst_…` */
  readonly groupId: string;
  /** A job, or the opt-out that plans it. */
  readonly jobId: string;
  readonly listId: number;
  readonly ticketIds: readonly number[];
  /** True for the Do Not Contact list, which imports and opt-outs both fill. */
  readonly ofOptOuts: boolean;
  /** `attempted`: an earlier try may have been applied. */
  readonly state: 'planned' | 'attempted' | 'added' | 'refused';
}

/** Everything that one batch has to remember, written in one transaction. */
export interface BatchRecord {
  readonly fence: number;
  /** True for rows of bulk imports, whose job counts them; a single import's job is finished as a whole. */
  readonly countsProgress: boolean;
  /** ISO 8601. */
  readonly at: string;
  readonly rows: readonly { readonly ref: RowRef; readonly source: string; readonly outcome: RowOutcome }[];
  readonly leads: readonly LeadWrite[];
  /** Rows of the batch without an outcome whose creation was written down as intent, and stays so. */
  readonly unfinishedCreations?: readonly RowRef[];
  /** Rows with an outcome whose creation may have been written down as intent under another fence. */
  readonly resumedCreations?: readonly RowRef[];
  readonly listGroups: readonly ListGroup[];
  readonly events: readonly DomainEvent[];
  readonly errorLogEntries: readonly NewErrorLogEntry[];
  /** Opt-outs that came with rows of which no lead is recorded; one of a person with leads is written for each of those. */
  readonly optOuts?: readonly OptOutRequest[];
  readonly addedKeys?: readonly AddedKeys[];
  /** What the history of leads keeps of it. */
  readonly timeline?: readonly NewTimelineEntry[];
  /** Of a dry run, which leaves nothing else: its rows count in no analytics. */
  readonly dryRun?: PlannedRequests;
  /** What the batch has seen of the PSA, for the mirror. */
  readonly observations?: Observations;
}

/** A lock per dedupe key. The fence grows with every claim, so that a stale holder's record is refused. */
export interface Claims {
  readonly fence: number;
  /** Known to the holder alone: a fence that a failover of the database issues a second time makes nobody else the holder. */
  readonly holder: string;
  readonly held: ReadonlySet<string>;
  readonly busy: ReadonlySet<string>;
  /**
   * Of the held, those that an earlier holder lost, or gave back unsettled: what it made in the PSA may be recorded nowhere, so the PSA
   * is to be read anew.
   */
  readonly inherited: ReadonlySet<string>;
  /** Milliseconds since the last of the inherited was lost or given back; Infinity where none is inherited. */
  readonly inheritedForMs: number;
}

export interface ListGroups {
  /** The groups of these jobs that are not known to be on their lists, the oldest first. */
  openListGroups(jobIds: readonly string[]): Promise<readonly ListGroup[]>;
  markListGroups(groups: readonly ListGroup[], state: ListGroup['state']): Promise<void>;
  /** Puts `parts` in the place of `group`, all of it or nothing. */
  replaceListGroup(group: ListGroup, parts: readonly ListGroup[]): Promise<void>;
}

/** Locks per dedupe key, taken together and for a time. */
export interface ClaimStore {
  /** Takes the lock of each key that is free. Held by others: `busy`. */
  claim(keys: readonly string[], leaseMs: number): Promise<Claims>;
  /** Extends the locks; false when any was lost. */
  renewClaims(claims: Claims, leaseMs: number): Promise<boolean>;
  /** @param unsettled keys of which the PSA may hold something that is not recorded; whoever claims them next learns of it */
  releaseClaims(claims: Claims, unsettled?: readonly string[]): Promise<void>;
}

export interface ImportStore extends ListGroups, ClaimStore {
  /** What `claim` would answer; takes nothing, and changes nothing. Its claims need no renewal and no release. */
  lookAtClaims(keys: readonly string[]): Promise<Claims>;

  findLeads(keys: readonly string[]): Promise<ReadonlyMap<string, KnownLead>>;
  /** Of the ids, those that a lead has. */
  findExternalIds(
    ids: readonly ExternalId[],
  ): Promise<readonly (ExternalId & Pick<KnownLead, 'leadId' | 'key'>)[]>;
  /** Of the keys, those of somebody who has opted out, by their texts (`suppressionKeyText`). */
  findOptedOut(keys: readonly SuppressionKey[]): Promise<ReadonlyMap<string, SuppressedKey>>;
  /** Every key that matches the persons of these opt-outs once they are suppressed: what is on record of them adds to what the requests say. */
  keysOfOptOuts(requests: readonly OptOutRequest[]): Promise<readonly SuppressionKey[]>;
  /** Those of the tickets that leads of other keys have. */
  ticketsOfOthers(ticketIds: readonly number[], key: string): Promise<ReadonlySet<number>>;
  /** Reserves `count` consecutive ids and returns the first. */
  reserveIds(kind: 'lead' | 'prospect', count: number): Promise<number>;

  findCompanies(companyKeys: readonly string[]): Promise<ReadonlyMap<string, KnownCompany>>;
  rememberCompanies(companies: readonly KnownCompany[]): Promise<void>;
  forgetCompanies(clientIds: readonly number[]): Promise<void>;
  /**
   * Forgets the companies that are remembered with the id of a client that was created for another just now, and all with higher ids: a
   * PSA that issues ids again was restored from a backup, and has lost those clients.
   */
  forgetFormerCompanies(created: readonly Pick<KnownCompany, 'companyKey' | 'clientId'>[]): Promise<void>;

  /**
   * Throws `StaleClaimError` when one of the jobs has ended, or is to be cancelled: nothing is then written down, and nothing may begin.
   *
   * @param fence of the batch, which is unlike that of every other
   */
  saveIntents(
    fence: number,
    intents: readonly { readonly ref: RowRef; readonly intent: ImportIntent }[],
  ): Promise<void>;
  /**
   * Throws `StaleClaimError` when another worker has recorded one of the rows or leads meanwhile, or has ended the bulk import; nothing
   * is then written.
   *
   * @returns the list groups as they are stored: without tickets that an opt-out has planned for the list already
   */
  record(batch: BatchRecord): Promise<readonly ListGroup[]>;

  saveErrorLogEntries(errorLogEntries: readonly NewErrorLogEntry[]): Promise<void>;
}

/** A row that waits for its outcome. */
export interface PendingRow {
  readonly index: number;
  readonly data: unknown;
  readonly intent: ImportIntent | null;
  /** What the dry run has shown that this job carries out. */
  readonly planned: PlannedOutcome | null;
}

/** A row as it was sent, and of a dry run what it has come to. */
export interface EarlierRow {
  readonly index: number;
  readonly data: unknown;
  readonly isPending: boolean;
  readonly plan: ImportPlan | null;
}

/** What the import handlers need of job records beyond what the API sees. */
export interface ImportJobs {
  /** The next rows without an outcome whose index is `from` or higher, by index. */
  pendingRows(jobId: string, from: number, limit: number): Promise<readonly PendingRow[]>;
  /** The highest index of a row with an outcome; null where no row has one. */
  lastDecided(jobId: string): Promise<number | null>;
  /** The rows before `index`, to know which keys came earlier in the request; without those that were set aside, which nobody reads again. */
  rowsBefore(jobId: string, index: number): AsyncIterable<EarlierRow>;
  /** The intent and outcome of a single import, by job. */
  singleRows(
    jobIds: readonly string[],
  ): Promise<
    ReadonlyMap<string, { readonly intent: ImportIntent | null; readonly outcome: RowOutcome | null }>
  >;
  /**
   * Fails every row that still waits; answers how many. Rows that a cancelled import did not reach count as not processed.
   *
   * @param end `tried` is false for rows that nothing was done for: the analytics count what was tried. `at` is ISO 8601
   * @param run of whoever gives the job up; `StaleClaimError` where another has begun since, and nothing is written
   */
  failPendingRows(
    jobId: string,
    outcome: FailedOutcome,
    end: { readonly at: string; readonly tried: boolean },
    run?: JobRun,
  ): Promise<number>;
  /** Lets the rows of a job that ends now (`at`, ISO 8601) live at least as long as its record. */
  keepRows(job: { readonly jobId: string; readonly createdAt: string }, at: string): Promise<void>;
}

/** The locks of this work were lost to another worker, which goes on with it: stop, write nothing more, and read again. */
export class StaleClaimError extends Error {
  override readonly name = 'StaleClaimError';
}
