import type { PsaPriority } from '@leadbridge/contracts';
import type { TicketSnapshot } from '@leadbridge/domain';

import type {
  WriteResult,
  PsaClient,
  PsaSite,
  PsaUser,
  PsaAction,
  PsaList,
  PsaNamed,
  PsaOpportunity,
  NewPsaClient,
  NewPsaSite,
  NewPsaUser,
  NewPsaTicket,
  TicketChanges,
  TicketFields,
  UserChanges,
  NewPsaAction,
  NewPsaListItem,
  NewPsaOpportunity,
  OpportunityChanges,
} from './psa-entities.js';

export { psaPriorities, type PsaPriority } from '@leadbridge/contracts';
export type * from './psa-entities.js';

/** Receives writes instead of the PSA, and reports each as successful. */
export interface WriteRecorder {
  /** A unique negative number that stands for the id of an entity that would have been created. */
  nextId(): number;
  wrote(requests: number): void;
}

export interface PsaCallContext {
  readonly priority: PsaPriority;
  /** For work that would begin anew: a call waits for later windows of the budget, not only as its priority does. */
  readonly waitsForWindows?: boolean;
  /**
   * Runs directly before a write leaves the process, after its budget slot was granted. Throws when the work
   * has lost its claim in the meantime, so that a worker that was frozen does not overwrite its successor's
   * work.
   */
  readonly beforeWrite?: () => Promise<void>;
  /** With the milliseconds that it waited for its slot. Token requests are not attributed to any work. */
  readonly onCall?: (slotWaitMs: number) => void;
  /** Receives every write of this work: none is sent, and `beforeWrite` is not called. */
  readonly recorder?: WriteRecorder;
}

/** All tickets of a person or a client. A PSA may return more than was asked for. */
export interface TicketQuery {
  readonly email?: string;
  readonly phone?: string;
  /** First and last name. */
  readonly person?: string;
  /** See `NewPsaTicket.key`. */
  readonly key?: string;
  readonly userIds?: readonly number[];
  readonly clientId?: number;
  readonly tickettypeId?: number;
}

/** Selects contacts by email address, or by `name`: first and last name, or a phone number. */
export type UserQuery = { readonly email: string } | { readonly name: string };

/** Texts that a PSA may truncate or not store at all. A number is the id of a custom field. */
export type FittedField = 'client.name' | 'user.linkedin_url' | number;

/** `total` is the PSA's own count, if any. A PSA that ignores paging ends after one page. */
export interface PsaPage<T> {
  readonly items: readonly T[];
  /** The rows of this page that `total` counts: `items`, plus rows that were sent without being asked for. */
  readonly rowCount: number;
  readonly total: number | null;
  /** False once rows have moved between pages, so that some may have appeared on none of them. */
  readonly isSteady: boolean;
}

/** The entities that a PSA lists in pages: tickets of type Lead, all contacts and all clients. */
export interface PsaListed {
  readonly tickets: TicketSnapshot;
  readonly contacts: PsaUser;
  readonly clients: PsaClient;
}

export interface PsaListPageRequest {
  /** 1-based. */
  readonly page: number;
  /** The requested order, for a PSA that supports ordering. The returned rows show the actual order. */
  readonly order: 'newest_first' | 'oldest_first';
}

export interface PsaListPage<T> extends Omit<PsaPage<T>, 'isSteady'> {
  /** Identifies the page by its content: a PSA that ignores paging returns the same rows again. */
  readonly mark: string;
}

/**
 * The PSA system as the use cases need it (specification, "Calls the service makes to the PSA system"). Every
 * call takes a slot of the shared budget. Reads are retried on transient faults. Writes are never retried,
 * because they may have been applied before their response was lost: they return `uncertain`, and the use
 * case checks before it repeats them. A call throws `PsaUnavailableError` when the PSA cannot be reached or
 * fails (5xx, timeout), `PsaRefusedError` when it refuses (4xx), and `PsaBudgetError` when no slot is
 * available soon. The result of `create…` has one entry per item, in the order of the items. Arrays of any
 * length are accepted and split.
 */
export interface PsaSession {
  /** How long after a lost response a search that finds nothing shows that nothing was applied. */
  readonly settleMilliseconds: number;
  /**
   * Announces that so many calls follow: the next one takes the slots of all that are free. Called again once
   * the last of them has ended: with 0, the slots that were not needed are returned.
   */
  readonly expectCalls: (count: number) => void;
  /** Whether `findTickets` itself searches the tickets of `userIds`. */
  readonly findsTicketsOfUsers: boolean;
  /** Whether pages of tickets may include custom fields. */
  readonly listsShowFields: boolean;
  /** By `NewPsaTicket.lists` on creation, by `addListItems`, or not at all. */
  readonly listing: 'on_creation' | 'by_items' | 'off';
  /** Whether the items of lists are contacts, who stay on them when their ticket is deleted, and are found by it. */
  readonly listsHoldContacts: boolean;

  /** Empty if this PSA does not store it. Written values are compared with read values in this form. */
  fit(field: FittedField, text: string): string;

  /** All matching tickets, from all pages. */
  findTickets(query: TicketQuery): Promise<readonly TicketSnapshot[]>;
  /** Pages through all tickets of a type, including custom fields. */
  pageTickets(query: { tickettypeId?: number }): AsyncIterable<PsaPage<TicketSnapshot>>;
  /** By number. After the last page, an empty page or an earlier one follows. */
  listPage<K extends keyof PsaListed>(
    kind: K,
    request: PsaListPageRequest,
  ): Promise<PsaListPage<PsaListed[K]>>;
  getTicket(id: number): Promise<TicketSnapshot | null>;
  /** Includes the last editor and all custom fields, even if the PSA needs extra requests for them. */
  getTicketForUpdate(id: number): Promise<TicketSnapshot | null>;
  /**
   * Returns those of these tickets that are confirmed unchanged, including their last editor, since
   * `getTicketForUpdate` or their creation returned them. Reads many at once. Tickets that are not returned
   * may or may not have changed. A PSA without such a read returns none.
   */
  standingTickets(known: readonly TicketSnapshot[]): Promise<ReadonlySet<number>>;
  createTickets(tickets: readonly NewPsaTicket[]): Promise<readonly WriteResult[]>;
  /** Throws `PsaUncertainError` when the response was lost. It is safe to repeat, because it sets values. */
  updateTicket(id: number, changes: TicketChanges): Promise<void>;
  /**
   * Sets custom fields of tickets, if the PSA accepts several tickets in one request. It is safe to repeat.
   *
   * @returns the tickets that were certainly updated; the others may or may not have changed, and must be
   * updated one by one
   */
  updateTogether(updates: readonly TicketFields[]): Promise<ReadonlySet<number>>;
  /** Also true if the PSA does not have it; false if it keeps its tickets or permits no deletion. */
  deleteTicket(id: number): Promise<boolean>;

  findUsers(query: UserQuery): Promise<readonly PsaUser[]>;
  pageUsers(): AsyncIterable<PsaPage<PsaUser>>;
  getUser(id: number): Promise<PsaUser | null>;
  createUsers(users: readonly NewPsaUser[]): Promise<readonly WriteResult[]>;
  updateUser(id: number, changes: UserChanges): Promise<void>;

  searchClients(search: string): Promise<readonly PsaClient[]>;
  pageClients(): AsyncIterable<PsaPage<PsaClient>>;
  createClients(clients: readonly NewPsaClient[]): Promise<readonly WriteResult[]>;

  sitesOfClient(clientId: number): Promise<readonly PsaSite[]>;
  createSites(sites: readonly NewPsaSite[]): Promise<readonly WriteResult[]>;

  lists(): Promise<readonly PsaList[]>;
  /** Which of these tickets are on a list. May return other tickets too. */
  onList(listId: number, ticketIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** The id of each result is that of the list item; see `removeListItem`. */
  addListItems(listId: number, items: readonly NewPsaListItem[]): Promise<readonly WriteResult[]>;

  /** The list item ids of these tickets on a list, by ticket. A ticket that was added twice has two. */
  listPlaces(listId: number, ticketIds: ReadonlySet<number>): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Safe to repeat: an item that does not exist counts as removed. */
  removeListItem(listId: number, itemId: number): Promise<void>;

  actionsOfTicket(ticketId: number): Promise<readonly PsaAction[]>;
  createActions(actions: readonly NewPsaAction[]): Promise<readonly WriteResult[]>;

  statuses(): Promise<readonly PsaNamed[]>;

  searchOpportunities(search: string): Promise<readonly PsaOpportunity[]>;
  getOpportunity(id: number): Promise<PsaOpportunity | null>;
  createOpportunity(opportunity: NewPsaOpportunity): Promise<WriteResult>;
  updateOpportunity(id: number, changes: OpportunityChanges): Promise<void>;
}

export interface PsaPort {
  session(context: PsaCallContext): PsaSession;
}
