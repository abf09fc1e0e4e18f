import type { OptOutOrigin, PageQuery, SuppressionStatus, TicketMark } from '@leadbridge/contracts';
import type { SuppressionKey } from '@leadbridge/domain';
import type { Traced } from '@leadbridge/platform';

import type { Page } from './page.js';
import type { NewErrorLogEntry } from './error-log-entry.js';

/** Who opted out, as far as it is known. */
export interface OptOutPerson {
  /** Lower-cased. */
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
}

/**
 * A person's wish not to be contacted, to be recorded as a suppression. Those who change a record because of it write the request in the
 * transaction of that change (`writeOptOuts` of the store); everything else follows from the suppression: the person's other leads, the event
 * `lead.do_not_contact`, the provider, the ticket. The same ticket and person twice is one entry. Its trace is its own, or that of whoever
 * writes it.
 */
export interface OptOutRequest extends Traced {
  readonly origin: OptOutOrigin;
  /** Null for a person of whom the PSA has no ticket. */
  readonly ticketId: number | null;
  readonly leadId: number | null;
  readonly person: OptOutPerson;
  /**
   * The keys that match the person from now on, the most specific first; see `gatingKeys`. Never empty. What the record of the lead knows
   * beside these is added by the store.
   */
  readonly keys: readonly SuppressionKey[];
  /** What CF_101 says. Null where that is to be read from the ticket. */
  readonly leadSource: string | null;
  readonly reason: string;
  readonly marks: readonly TicketMark[];
  /** ISO 8601. */
  readonly at: string;
  /** The id of the credential or user, `psa` or `import`. */
  readonly by: string;
}

/** An Action that the ticket is still to get. */
export interface DueNote {
  /** Stands in the text, and finds an Action whose answer was lost. */
  readonly reference: string;
  readonly text: string;
  /** True when an earlier try may have been applied. */
  readonly attempted: boolean;
}

/** A suppression, in the trace of what it began with. */
export interface Suppression extends Traced {
  /** `sup_…` */
  readonly suppressionId: string;
  readonly origin: OptOutOrigin;
  readonly ticketId: number | null;
  readonly leadId: number | null;
  /** Null until the ticket of a notification was read. */
  readonly person: OptOutPerson | null;
  readonly keys: readonly SuppressionKey[];
  readonly leadSource: string | null;
  /** The name of the source whose provider is told; the text of CF_101 where no provider belongs to it. */
  readonly provider: string | null;
  readonly reason: string;
  readonly requestedBy: string;
  /** ISO 8601, as all times here. */
  readonly requestedAt: string;
  readonly status: SuppressionStatus;
  /** Why the status is what it is, where more is to be said than `reason`. */
  readonly statusReason: string | null;
  readonly error: string | null;
  /** When the status became what it is. */
  readonly statusAt: string;
  readonly attempts: number;
  readonly lastAttemptAt: string | null;
  /** When the provider is to be told, or told again; null when it is not. */
  readonly pushAt: string | null;
  /** The end of the repetitions. */
  readonly retryUntil: string;
  readonly marks: readonly TicketMark[];
  readonly notes: readonly DueNote[];
  /** When marks and notes are to be written to the ticket. */
  readonly ticketAt: string | null;
  readonly ticketAttempts: number;
  /** When the person's other leads are to be looked for. */
  readonly propagateAt: string | null;
}

export interface SuppressionQuery extends PageQuery {
  readonly status?: SuppressionStatus;
  /** The name of a source. */
  readonly provider?: string;
  /** Lower-cased. */
  readonly email?: string;
}

/** A notification of an opt-out, before the ticket was read. */
export interface TicketOptOut {
  readonly ticketId: number;
  /** Names the notification, so that a repeat of its job finds what it began. */
  readonly reference: string;
  readonly reason: string;
  readonly at: string;
}

/** What reading the ticket told of its person. */
export interface ReadOptOut {
  readonly person: OptOutPerson;
  readonly keys: readonly SuppressionKey[];
  readonly leadSource: string | null;
}

/** What changes of an entry; what is left out stays. */
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

/** A lead of a person who opted out. */
export interface OptOutLead {
  readonly leadId: number;
  /** Null once the PSA has issued its id again. */
  readonly psaTicketId: number | null;
  readonly status: string;
}

/**
 * The suppressions: every opt-out, who has been notified of it, and what is still to do. It is the truth; queues only
 * make it fast. Whoever changes an entry holds the claim `suppression:<id>`, whose fence refuses those who lost it.
 */
export interface SuppressionStore {
  /**
   * Writes the requests, their keys and what follows for all leads of the persons in one transaction, and answers the entries, which
   * may have been there before. A request without a ticket is written for each lead of the person where there are any.
   */
  request(requests: readonly OptOutRequest[]): Promise<readonly { entry: Suppression; isNew: boolean }[]>;
  /** The entry of a notification, which is written before its ticket is read. */
  open(notification: TicketOptOut): Promise<Suppression>;
  /**
   * Adds what the ticket told, and marks the person's leads, in one transaction. Answers the entry that stands: the one of an
   * earlier notification, where ticket and person have one already. Null, as false of the others, when another worker has
   * taken over meanwhile; nothing is then written.
   */
  resolve(entry: Suppression, read: ReadOptOut, fence: number, at: string): Promise<Suppression | null>;
  /** Looks for leads of the person that have come since, and marks them. */
  propagate(entry: Suppression, fence: number, at: string): Promise<boolean>;
  /** The entries of the error log are written with the change. */
  change(
    suppressionId: string,
    fence: number,
    change: SuppressionChange,
    errorLogEntries?: readonly NewErrorLogEntry[],
  ): Promise<boolean>;
  /** The lead of a ticket, where there is one. */
  leadOfTicket(ticketId: number): Promise<OptOutRecord | null>;
  /** Writes down that the ticket belongs on the list, to be added by the next round of list additions. */
  planListGroup(addition: { listId: number; ticketId: number; suppressionId: string }): Promise<void>;

  find(suppressionId: string): Promise<Suppression | null>;
  findMany(suppressionIds: readonly string[]): Promise<readonly Suppression[]>;
  /** The ids of entries with something to do at `now` (ISO 8601). */
  due(now: string, limit: number): Promise<readonly string[]>;
  list(query: SuppressionQuery): Promise<Page<Suppression>>;
  /** Lets a failed entry begin anew; answers it, or null where there is none. One that is suppressed stays as it is. */
  retry(suppressionId: string, at: string): Promise<Suppression | null>;
  leadById(leadId: number): Promise<OptOutRecord | null>;
}

/** A lead with all that an opt-out request says of its person. */
export interface OptOutRecord extends OptOutLead {
  readonly person: OptOutPerson;
  /** See `gatingKeys`. */
  readonly keys: readonly SuppressionKey[];
}

/** What is told to a provider (specification, "Do Not Contact sync-back"). */
export interface SuppressionEntry {
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly company_name: string | null;
  readonly reason: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly ticket_id: number | null;
}

export type SuppressionPush =
  | { readonly result: 'accepted' }
  | { readonly result: 'not_configured' }
  /** `retryAfter` in milliseconds, where the provider named one. */
  | { readonly result: 'failed'; readonly error: string; readonly retryAfter: number | null };

/** The providers' suppression lists. */
export interface SuppressionLists {
  /** Tells the provider of a source, by the source's name, once; `reference` is the same for every repetition, so that the provider may see that it is one. Never throws. */
  push(source: string, entry: SuppressionEntry, reference: string): Promise<SuppressionPush>;
}
