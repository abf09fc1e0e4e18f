import type { OptOutOrigin, PageQuery, SuppressionStatus, TicketMark } from '@leadbridge/contracts';
import type { OptOutPerson, SuppressionKey } from '@leadbridge/domain';
import type { Traced } from '@leadbridge/platform';

import type { AuditEntry } from './audit.js';
import type { Page } from './page.js';
import type { NewErrorLogEntry } from './error-log-entry.js';

export type { OptOutPerson } from '@leadbridge/domain';

/**
 * A person's request not to be contacted, to be recorded as a suppression. Code that changes a record because
 * of it writes the request in the transaction of that change (`writeOptOuts` of the store). Everything else
 * follows from the suppression: the person's other leads, the event `lead.do_not_contact`, the provider and
 * the ticket. The same ticket and person requested twice result in one entry. Without a trace of its own, it
 * uses the trace of the writer.
 */
export interface OptOutRequest extends Traced {
  readonly origin: OptOutOrigin;
  /** Null for a person who has no ticket in the PSA. */
  readonly ticketId: number | null;
  readonly leadId: number | null;
  /** For a domain, without any data. */
  readonly person: OptOutPerson;
  /** Most specific first; see `gatingKeys`. Never empty. The store adds the keys on the lead's record. */
  readonly keys: readonly SuppressionKey[];
  /** The value of CF_101. Null if it must be read from the ticket. */
  readonly leadSource: string | null;
  /** Why there is no provider to notify, if that is known; it does not count for a person with a lead. */
  readonly noProviderReason?: string;
  readonly reason: string;
  readonly marks: readonly TicketMark[];
  readonly at: string;
  /** When the person asked (ISO 8601), if that was before. */
  readonly occurredAt?: string | null;
  /** The id of the person in the sender's records. */
  readonly externalId?: string | null;
  /** The id of the credential or user, or `psa` or `import`. */
  readonly by: string;
}

/** An Action still to be added to the ticket. */
export interface DueNote {
  /** Part of the text, so that an Action whose response was lost can be found. */
  readonly reference: string;
  readonly text: string;
  /** True if an earlier attempt may have been applied. */
  readonly attempted: boolean;
}

/** A suppression, in the trace of the request that created it. */
export interface Suppression
  extends
    Traced,
    Pick<
      OptOutRequest,
      'origin' | 'ticketId' | 'leadId' | 'keys' | 'leadSource' | 'reason' | 'externalId' | 'marks'
    > {
  /** `sup_…` */
  readonly suppressionId: string;
  /** Null until the ticket of a notification has been read. */
  readonly person: OptOutPerson | null;
  /** The name of the source whose provider is notified; the text of CF_101 if no provider matches it. */
  readonly provider: string | null;
  readonly requestedBy: string;
  /** ISO 8601, as all times here. */
  readonly requestedAt: string;
  readonly status: SuppressionStatus;
  /** Why the entry has this status, if `reason` does not explain it fully. */
  readonly statusReason: string | null;
  readonly error: string | null;
  readonly statusAt: string;
  readonly attempts: number;
  readonly lastAttemptAt: string | null;
  /** When to notify the provider, or notify it again; null if it needs no notification. */
  readonly pushAt: string | null;
  readonly retryUntil: string;
  readonly notes: readonly DueNote[];
  /** When to write marks and notes to the ticket. */
  readonly ticketAt: string | null;
  readonly ticketAttempts: number;
  /** When to look for the person's other leads. */
  readonly propagateAt: string | null;
}

export interface SuppressionQuery extends PageQuery {
  readonly status?: SuppressionStatus;
  /** The name of a source. */
  readonly provider?: string;
  /** Lower-cased. */
  readonly email?: string;
  /** As `readOptOutDomain` returns it. */
  readonly domain?: string;
  /** False for those whose person was not erased. */
  readonly isErased?: false;
}

/** A notification of an opt-out, before the ticket was read. */
export interface TicketOptOut {
  readonly ticketId: number;
  /** Identifies the notification, so that a retry of its job finds the entry that it opened. */
  readonly reference: string;
  readonly reason: string;
  readonly at: string;
}

export type ReadOptOut = Pick<OptOutRequest, 'person' | 'keys' | 'leadSource'>;

/** The changed fields of an entry; omitted fields keep their values. */
export type SuppressionChange = Partial<
  Pick<
    Suppression,
    | 'leadSource'
    | 'provider'
    | 'status'
    | 'statusReason'
    | 'error'
    | 'statusAt'
    | 'attempts'
    | 'lastAttemptAt'
    | 'pushAt'
    | 'retryUntil'
    | 'marks'
    | 'notes'
    | 'ticketAt'
    | 'ticketAttempts'
    | 'propagateAt'
  >
>;

export interface OptOutLead {
  readonly leadId: number;
  /** Null once the PSA has reissued its id. */
  readonly psaTicketId: number | null;
  readonly status: string;
}

/**
 * The suppressions: every opt-out, who has been notified, and what is left to do. They are the source of
 * truth; queues only speed up the work. To change an entry, a worker must hold the claim `suppression:<id>`,
 * whose fence rejects workers that have lost it.
 */
export interface SuppressionStore {
  /**
   * Writes the requests, their keys and the consequences for all leads of the persons in one transaction.
   * Returns the entries, which may have existed before. A request without a ticket is written for each lead
   * of the person, if there are any.
   */
  request(requests: readonly OptOutRequest[]): Promise<readonly { entry: Suppression; isNew: boolean }[]>;
  /** The entry of a notification, written before its ticket is read. */
  open(notification: TicketOptOut): Promise<Suppression>;
  /**
   * Adds the data read from the ticket and marks the person's leads, in one transaction. Returns the
   * resulting entry: that of an earlier notification, if ticket and person already have one. Returns null, as
   * the other methods return false, when another worker has taken over in the meantime; nothing is written
   * then.
   */
  resolve(entry: Suppression, read: ReadOptOut, fence: number, at: string): Promise<Suppression | null>;
  /** Finds leads of the person added since, and marks them. */
  propagate(entry: Suppression, fence: number, at: string): Promise<boolean>;
  /** Writes the error log entries together with the change. */
  change(
    suppressionId: string,
    fence: number,
    change: SuppressionChange,
    errorLogEntries?: readonly NewErrorLogEntry[],
  ): Promise<boolean>;
  /** The leads that have a ticket, oldest first. */
  leadsOfTicket(ticketId: number): Promise<readonly OptOutRecord[]>;
  /** Records that the ticket belongs on the list. The next round of list additions adds it. */
  planListGroup(addition: { listId: number; ticketId: number; suppressionId: string }): Promise<void>;

  /**
   * Ends the further look for leads (`propagateAt`) of entries for which nothing else is due at `now` (ISO
   * 8601) and which have no unmarked lead, many at once. Returns how many these are.
   */
  settle(now: string, limit: number): Promise<number>;
  find(suppressionId: string): Promise<Suppression | null>;
  findMany(suppressionIds: readonly string[]): Promise<readonly Suppression[]>;
  /** The ids of entries with work due at `now` (ISO 8601). */
  due(now: string, limit: number): Promise<readonly string[]>;
  /** When the first work of all entries is due (ISO 8601); null if there is none. */
  nextDueAt(): Promise<string | null>;
  list(query: SuppressionQuery): Promise<Page<Suppression>>;
  /**
   * Removes an entry, with the audit entry in the same transaction: keys that no other entry has no longer
   * block imports, and a lead that nothing blocks any more is no longer marked in our records. False if there
   * is none.
   */
  remove(suppressionId: string, at: string, audit: (entry: Suppression) => AuditEntry): Promise<boolean>;
  /** Restarts a failed entry and returns it; null if there is none. A suppressed entry does not change. */
  retry(suppressionId: string, at: string): Promise<Suppression | null>;
  leadById(leadId: number): Promise<OptOutRecord | null>;
  /** Those with one of the keys, and those that share a key with such a lead; oldest first. */
  coveredLeads(keys: readonly SuppressionKey[]): Promise<readonly OptOutRecord[]>;
}

/** A lead with all the data about its person that an opt-out request needs. */
export interface OptOutRecord extends OptOutLead {
  readonly doNotContact: boolean;
  readonly person: OptOutPerson;
  /** See `gatingKeys`. */
  readonly keys: readonly SuppressionKey[];
  /** The name of the source that the lead was created from. */
  readonly source: string;
  /** The contact of the lead's ticket as we last wrote or read it, if it is known. */
  readonly psaUserId: number | null;
}

/** The data sent to a provider (specification, "Do Not Contact sync-back"). */
export interface SuppressionEntry {
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly company_name: string | null;
  readonly reason: string;
  readonly timestamp: string;
  readonly ticket_id: number | null;
}

export type SuppressionPush =
  | { readonly result: 'accepted' }
  | { readonly result: 'not_configured' }
  /** `retryAfter` is in milliseconds, and null unless the provider sent one. */
  | { readonly result: 'failed'; readonly error: string; readonly retryAfter: number | null };

export interface SuppressionLists {
  /**
   * Notifies the provider of a source, by the source's name, once. `reference` is the same for every retry,
   * so that the provider can detect duplicates. Never throws.
   */
  push(source: string, entry: SuppressionEntry, reference: string): Promise<SuppressionPush>;
}
