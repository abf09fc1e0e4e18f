import type { Lead, ProspectStatus, QualificationData, SourceData, SuppressionKey } from '@leadbridge/domain';

import type { Claims, ClaimStore } from './claims.js';
import type { CompanyReview, KnownMatch } from './company-matches.js';
import type { DomainEvent } from './domain-event.js';
import type { ImportIntent } from './import-intent.js';
import type { JobEnd } from './job-runs.js';
import type { PlannedRequests } from './jobs.js';
import type { NewErrorLogEntry } from './error-log-entry.js';
import type { LeadDetails } from './records.js';
import type { OptOutRequest } from './suppression.js';
import type { NewTimelineEntry } from './timeline.js';
import type { MirrorKind, Observations } from './psa-mirror.js';
import type { RowOutcome, RowRef } from './row-outcome.js';

export { StaleClaimError, type Claims, type ClaimStore } from './claims.js';
export type { BeforeUpdate, ImportIntent } from './import-intent.js';
export type {
  CompanyMatch,
  FailedOutcome,
  RowOutcome,
  RowPlace,
  RowRef,
  SucceededOutcome,
} from './row-outcome.js';

/** The fields of a lead that an import needs, as of the last import. */
export interface KnownLead extends Pick<
  LeadDetails,
  'leadId' | 'key' | 'psaTicketId' | 'psaUserId' | 'updatedAt' | 'doNotContact' | 'fields'
> {
  /** True while an import may still change the ticket, according to the record. */
  readonly isEarly: boolean;
  readonly sources: Readonly<Record<string, SourceData>>;
  readonly externalIds: readonly ExternalId[];
  /** True if the import that created the lead was undone. */
  readonly isUndone: boolean;
  /** Every key of the person ever recorded; see `personKeys`. */
  readonly personKeys: readonly SuppressionKey[];
}

/** What our records contain of leads, by keys, at one moment. */
export interface Known {
  readonly leads: ReadonlyMap<string, KnownLead>;
  readonly companies: ReadonlyMap<string, KnownCompany>;
  /** Entries of pairs of a company and a domain, by their ids. */
  readonly matches: ReadonlyMap<string, KnownMatch>;
  /** As `findOptedOut` returns it. */
  readonly optedOut: ReadonlyMap<string, SuppressedKey>;
  /** The highest ids that any lead has of a ticket, and any company of a client; 0 if none has one. */
  readonly highest: { readonly ticketId: number; readonly clientId: number };
}

/** A source's own id for a lead. Within one source, an id belongs to only one lead. */
export interface ExternalId {
  readonly source: string;
  readonly externalId: string;
}

/** The PSA client of a company, and the site for its new contacts. */
export interface KnownCompany {
  readonly companyKey: string;
  readonly clientId: number;
  readonly siteId: number;
}

/** The lead record that an import writes. `status` is that of a new record, or of one whose import was undone. */
export interface LeadWrite extends Pick<
  LeadDetails,
  'key' | 'leadId' | 'psaClientId' | 'psaUserId' | 'provenance' | 'fields' | 'qualityScore' | 'status'
> {
  /** False if the lead already had a record. */
  readonly isNew: boolean;
  readonly psaTicketId: number;
  /**
   * ISO 8601; set if the ticket was created for this lead: the ticket was created after this time. Any other
   * record with the same ticket id dates from before the PSA was restored from a backup. Null for an existing
   * ticket.
   */
  readonly ticketCreatedAfter: string | null;
  readonly psaSiteId: number | null;
  /** The source of this import. */
  readonly source: string;
  readonly sourceData: SourceData;
  /** From all sources. */
  readonly externalIds: readonly ExternalId[];
  /** The values that win by precedence. */
  readonly merged: Lead;
  /** The latest data of every source, including this one. */
  readonly bySource: Readonly<Record<string, SourceData>>;
  /** True for a lead whose import was undone and that becomes active again. */
  readonly revives: boolean;
  /** Set if a new lead is already a prospect in the PSA. */
  readonly prospect: {
    readonly prospectId: number;
    readonly status: ProspectStatus;
    readonly qualification: QualificationData;
  } | null;
  readonly personKeys: readonly SuppressionKey[];
  /** True if the person is known to have opted out, from the source or by a key. */
  readonly hasOptedOut: boolean;
  /**
   * True if the record had the ticket and every key before: whoever writes an opt-out meanwhile finds the lead, so
   * that nothing is looked for behind the commit.
   */
  readonly isFoundByOptOuts: boolean;
  /**
   * Written if the person has opted out, even if that is only detected in the transaction that writes the
   * record. Made only then: of thousands of leads few have.
   */
  readonly optOut: () => OptOutRequest;
}

export interface SuppressedKey {
  /** The suppression that the key comes from; null for a key of an entry written by earlier releases. */
  readonly suppressionId: string | null;
  /** Set for an email that no person has opted out with, but its domain. */
  readonly isOfDomain?: true;
}

/** Additional keys, found by an import, of a person who has opted out and has no ticket. */
export interface AddedKeys {
  readonly suppressionId: string;
  readonly keys: readonly SuppressionKey[];
}

/** Tickets of a batch share a group: a document per ticket would be most of an import's writes. */
export interface ListGroup {
  /** `lst_…` */
  readonly groupId: string;
  /** The job, or the opt-out, that plans it. */
  readonly jobId: string;
  readonly listId: number;
  readonly ticketIds: readonly number[];
  /** In the order of `ticketIds`; null where no response named it. Absent until they are added. */
  readonly itemIds?: readonly (number | null)[];
  /** True for the Do Not Contact list, which both imports and opt-outs fill. */
  readonly ofOptOuts: boolean;
  /** `attempted`: the tickets may be on the list. `refused`: they are left to people, as some were on the list before. */
  readonly state: 'planned' | 'attempted' | 'added' | 'refused';
}

export interface RecordedRow {
  readonly ref: RowRef;
  readonly source: string;
  readonly outcome: RowOutcome;
  /** The lists that show its ticket, if they were filled before; otherwise `listGroups` has them. */
  readonly lists?: readonly FilledList[];
  /** How the job of a single import ends with this outcome, unless something remains to be done for it. */
  readonly end?: JobEnd;
  /** True if the data of the row is to be forgotten: it is about an erased person who must not be contacted. */
  readonly isForgotten?: boolean;
}

/** A list that shows a ticket, and the PSA's list item; null if no response named it. */
export interface FilledList {
  readonly listId: number;
  readonly itemId: number | null;
}

/** Everything that one batch has to record, written in one transaction. */
export interface BatchRecord {
  readonly fence: number;
  /** True for rows of bulk imports, whose job counts progress. A single import's row is a part of its job. */
  readonly countsProgress: boolean;
  readonly at: string;
  readonly rows: readonly RecordedRow[];
  readonly leads: readonly LeadWrite[];
  /** True if a lead may have the id of a ticket that was created for one of `leads`. */
  readonly areTicketIdsTaken?: boolean;
  /** Rows of a bulk import that have no outcome yet but keep their saved intent to create a ticket. */
  readonly unfinishedCreations?: readonly RowRef[];
  /** Rows of a bulk import with an outcome whose intent to create a ticket may have been saved under another fence. */
  readonly resumedCreations?: readonly RowRef[];
  readonly listGroups: readonly ListGroup[];
  readonly events: readonly DomainEvent[];
  readonly errorLogEntries: readonly NewErrorLogEntry[];
  /** From rows without a lead. An opt-out of a person with leads is written for each of those. */
  readonly optOuts?: readonly OptOutRequest[];
  readonly addedKeys?: readonly AddedKeys[];
  /** Leads whose company people have to decide on. */
  readonly companyReviews?: readonly CompanyReview[];
  readonly timeline?: readonly NewTimelineEntry[];
  /** Set for a dry run, which leaves nothing else behind: its rows do not count in analytics. */
  readonly dryRun?: PlannedRequests;
  /** What the batch has read from the PSA, for the mirror. */
  readonly observations?: Observations;
  /**
   * The kinds of them that the next leads are decided by. They are stored with the outcomes: a worker that is
   * killed behind its commit would lose them.
   */
  readonly committedKinds?: readonly MirrorKind[];
}

/** A batch whose transaction has been committed. */
export interface Recorded {
  /**
   * Resolves once the looks behind the commit are done: opt-outs that were written meanwhile, and the mirror.
   * Never rejects: what fails is found later.
   */
  readonly behind: Promise<unknown>;
}

export interface ListGroups {
  /** The groups of these jobs that are not known to be on their lists, oldest first. */
  openListGroups(jobIds: readonly string[]): Promise<readonly ListGroup[]>;
  /** Also stores their `itemIds`, if they have any. */
  markListGroups(groups: readonly ListGroup[], state: ListGroup['state']): Promise<void>;
  /** Replaces `group` with `parts` atomically. */
  replaceListGroup(group: ListGroup, parts: readonly ListGroup[]): Promise<void>;
}

/** What is left of erased people, to keep out the data of them that is older than their erasure. */
export interface ErasedPersons {
  /**
   * Returns those of the keys that belong to an erased person, by their text (`suppressionKeyText`), with the
   * time at which the erasure was requested (Unix milliseconds).
   */
  findErased(keys: readonly SuppressionKey[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Whether an erasure was requested at `since` (Unix milliseconds) or later whose person `findErased` does
   * not return yet, because the search for their keys has not ended.
   */
  isErasureComing(since: number): Promise<boolean>;
}

export interface ImportStore extends ListGroups, ClaimStore, ErasedPersons {
  /**
   * For jobs that end before their lists are filled: the tickets that are not known to be on the Do Not Contact list
   * are left to their opt-outs, which look for each before they add it. Nobody adds the others.
   */
  leaveListsToOptOuts(jobIds: readonly string[], at: string): Promise<void>;

  /** For a claim that follows at once. If a later claim of a key records first, this one is refused. */
  reserveFence(): Promise<number>;
  /** Returns what `claim` would return, without taking any lock. Its claims need no renewal and no release. */
  lookAtClaims(keys: readonly string[]): Promise<Claims>;

  findKnown(asked: {
    readonly keys: readonly string[];
    readonly companyKeys: readonly string[];
    readonly matchIds: readonly string[];
    readonly personKeys: readonly SuppressionKey[];
  }): Promise<Known>;
  /** Returns those of the ids that belong to a lead. */
  findExternalIds(
    ids: readonly ExternalId[],
  ): Promise<readonly (ExternalId & Pick<KnownLead, 'leadId' | 'key'>)[]>;
  /** By their text (`suppressionKeyText`), of persons and of domains that have opted out. */
  findOptedOut(keys: readonly SuppressionKey[]): Promise<ReadonlyMap<string, SuppressedKey>>;
  /** The keys that will match the persons of these opt-outs: those requested plus those on record. */
  keysOfOptOuts(requests: readonly OptOutRequest[]): Promise<readonly SuppressionKey[]>;
  /** Returns those of the tickets that belong to leads with other keys. */
  ticketsOfOthers(ticketIds: readonly number[], key: string): Promise<ReadonlySet<number>>;
  areTicketIdsTaken(ticketIds: readonly number[]): Promise<boolean>;
  /** Reserves `count` consecutive ids and returns the first. */
  reserveIds(kind: 'lead' | 'prospect', count: number): Promise<number>;

  /** As `findKnown` returns them. */
  findMatches(matchIds: readonly string[]): Promise<Known['matches']>;
  /** Opens entries before any lead is recorded that meets them; those that exist stay as they are. */
  openMatches(reviews: readonly CompanyReview[]): Promise<void>;
  /** Opens the entries again that were decided for clients which the PSA no longer has. */
  reopenMatches(clientIds: readonly number[]): Promise<void>;
  findCompanies(companyKeys: readonly string[]): Promise<ReadonlyMap<string, KnownCompany>>;
  rememberCompanies(companies: readonly KnownCompany[]): Promise<void>;
  forgetCompanies(clientIds: readonly number[]): Promise<void>;
  /**
   * Forgets the companies stored with the id of a client that was just created for another company, and all
   * companies with higher ids. A PSA that reissues ids was restored from a backup and has lost those clients.
   */
  forgetFormerCompanies(created: readonly Pick<KnownCompany, 'companyKey' | 'clientId'>[]): Promise<void>;

  /**
   * Throws `StaleClaimError` when one of the jobs has ended or is to be cancelled. Nothing is saved then, and
   * no work may start.
   *
   * @param batch its fence is unique to it
   */
  saveIntents(
    batch: Pick<BatchRecord, 'fence' | 'countsProgress'>,
    intents: readonly { readonly ref: RowRef; readonly intent: ImportIntent }[],
  ): Promise<void>;
  /** @throws StaleClaimError, writing nothing, if another worker recorded one of them or ended a job */
  record(batch: BatchRecord): Promise<Recorded>;

  saveErrorLogEntries(errorLogEntries: readonly NewErrorLogEntry[]): Promise<void>;
}
