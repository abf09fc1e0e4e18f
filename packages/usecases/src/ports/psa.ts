import type { PsaPriority } from '@leadbridge/contracts';
import type {
  ContactSnapshot,
  CustomFieldValue,
  TicketContact,
  TicketSnapshot,
  TicketStamp,
} from '@leadbridge/domain';

export { psaPriorities, type PsaPriority } from '@leadbridge/contracts';

/** Takes writes in place of the PSA, and answers as if each had succeeded. */
export interface WriteRecorder {
  /** A number below zero for what would have been created; none is given twice. */
  nextId(): number;
  /** Told of the requests that a write would have taken. */
  wrote(requests: number): void;
}

/** What holds for all calls of one piece of work. */
export interface PsaCallContext {
  readonly priority: PsaPriority;
  /** How long a call waits for its slot of the budget, for work that cannot go on where it was; otherwise as long as is usual for the priority. */
  readonly maxSlotWaitMs?: number;
  /**
   * Runs directly before a write leaves the process, after its slot of the budget was granted; throws when the work
   * has lost its claim meanwhile, so that a worker that was frozen does not write on top of its successor.
   */
  readonly beforeWrite?: () => Promise<void>;
  /** Told of each call that leaves for this work, and of the milliseconds that it waited for its slot of the budget; a token's is nobody's. */
  readonly onCall?: (slotWaitMs: number) => void;
  /** Gets every write of this work: none of them leaves, and `beforeWrite` is not asked. */
  readonly recorder?: WriteRecorder;
}

/**
 * The result of one entity of a write. `uncertain`: the PSA may have applied it, and its answer was lost. A PSA that gives each new client
 * a site may name it at once.
 */
export type WriteResult =
  | {
      readonly ok: true;
      readonly id: number;
      readonly siteId?: number;
      /** Of a ticket, where the PSA tells it at once. */
      readonly stamp?: TicketStamp;
      /** What of it the PSA has no place for, in sentences. */
      readonly warnings?: readonly string[];
    }
  | { readonly ok: false; readonly uncertain: boolean; readonly message: string };

export interface PsaClient {
  readonly id: number;
  readonly name: string;
}

export interface PsaSite {
  readonly id: number;
  readonly clientId: number;
  readonly name: string;
}

export interface PsaUser extends ContactSnapshot, TicketContact {
  readonly id: number;
  readonly clientId: number | null;
  readonly siteId: number | null;
  /** True for a contact that the PSA has switched off: its tickets count, but nothing new is put there. */
  readonly isInactive?: true;
  /** True for a row that lacks fields of the contact: read by itself it may have them. */
  readonly isPartial?: true;
}

export interface PsaAction {
  readonly id: number;
  readonly ticketId: number;
  readonly note: string;
}

export interface PsaList {
  readonly id: number;
  readonly name: string;
}

export interface PsaNamed {
  readonly id: number;
  readonly name: string;
}

export interface PsaOpportunity {
  readonly id: number;
  readonly summary: string;
  readonly clientId: number | null;
  readonly userId: number | null;
  /** Null or absent where the PSA does not tell. */
  readonly details?: string | null;
  readonly customFields: Readonly<Partial<Record<number, CustomFieldValue | null>>>;
}

export interface NewPsaClient {
  readonly name: string;
  readonly website?: string;
  readonly phonenumber?: string;
  readonly notes?: string;
}

export interface NewPsaSite {
  readonly client_id: number;
  readonly name: string;
}

export interface NewPsaUser {
  readonly site_id: number;
  readonly client_id: number;
  readonly firstname?: string;
  readonly surname?: string;
  readonly emailaddress?: string;
  readonly jobtitle?: string;
  readonly phonenumber?: string;
  readonly linkedin_url?: string;
}

export interface PsaCustomField {
  readonly id: number;
  readonly value: CustomFieldValue;
}

export interface NewPsaTicket {
  /** By it the ticket is found again: unique to the lead, and nothing of the lead can be read from it; see `ownKeyOf`. */
  readonly key: string;
  /** The names of the lists that it belongs on; for a PSA in which a ticket is put on lists by its creation. */
  readonly lists: readonly string[];
  readonly client_id: number;
  readonly site_id?: number;
  readonly user_id: number;
  readonly tickettype_id: number;
  readonly summary: string;
  readonly details: string;
  readonly status_id: number;
  readonly priority_id: number;
  readonly category_1: string;
  readonly category_2: string;
  readonly customfields: readonly PsaCustomField[];
}

export interface TicketChanges {
  readonly tickettype_id?: number;
  readonly status_id?: number;
  readonly category_1?: string;
  readonly customfields?: readonly PsaCustomField[];
}

/** Custom fields of one ticket, as they are to be. */
export interface TicketFields {
  readonly id: number;
  readonly customfields: readonly PsaCustomField[];
}

export interface UserChanges {
  readonly phonenumber?: string;
  readonly linkedin_url?: string;
}

export interface NewPsaAction {
  readonly ticket_id: number;
  readonly outcome: string;
  readonly note: string;
  readonly hiddenfromuser: boolean;
}

export interface NewPsaListItem {
  readonly ticket_id: number;
  readonly added_by: string;
  readonly notes: string;
}

/** The sales data of an opportunity. `details` holds them too, for a PSA that has no fields of its own for them. */
export interface PsaSalesData {
  readonly value: number | null;
  /** Percent. */
  readonly probability: number | null;
  /** ISO 8601 date. */
  readonly closeDate: string | null;
}

/** Whom an opportunity is with. */
export interface PsaOpportunityContact {
  readonly name: string | null;
  readonly company: string | null;
  readonly email: string | null;
}

export interface NewPsaOpportunity {
  readonly summary: string;
  readonly client_id: number | null;
  readonly user_id: number | null;
  readonly details: string;
  readonly customfields: readonly PsaCustomField[];
  readonly sales: PsaSalesData;
  readonly contact: PsaOpportunityContact;
}

export interface OpportunityChanges {
  readonly status_id?: number;
  readonly details?: string;
  readonly customfields?: readonly PsaCustomField[];
  /** What of it has changed. */
  readonly sales?: Partial<PsaSalesData>;
}

/**
 * Which tickets: those of a person, of whom as much is told as is known, or all of one client. A PSA looks by what it can, and may answer
 * more than was asked for.
 */
export interface TicketQuery {
  readonly email?: string;
  readonly phone?: string;
  /** First and last name. */
  readonly person?: string;
  /** See `NewPsaTicket.key`. */
  readonly key?: string;
  /** The person's contacts, as far as they are known. */
  readonly userIds?: readonly number[];
  readonly clientId?: number;
  readonly tickettypeId?: number;
}

/** Contacts by their address, or by whatever else they may be found by: first and last name, or a number. */
export type UserQuery = { readonly email: string } | { readonly name: string };

/** Texts that a PSA may cut, or have no place for; a number is that of a custom field. */
export type FittedField = 'client.name' | 'user.linkedin_url' | number;

/**
 * A page of many, read tolerantly. `total` is the PSA's own count where it gives one. A PSA that ignores paging ends
 * after one page.
 */
export interface PsaPage<T> {
  readonly items: readonly T[];
  /** What `total` counts, as far as it came with this page: `items`, and rows that were not asked for but sent all the same. */
  readonly rowCount: number;
  readonly total: number | null;
  /** False once rows have changed their places between pages, so that some may have been on none of them. */
  readonly isSteady: boolean;
}

/** What a PSA lists page by page: tickets of type Lead, and all contacts and clients. */
export interface PsaListed {
  readonly tickets: TicketSnapshot;
  readonly contacts: PsaUser;
  readonly clients: PsaClient;
}

export interface PsaListPageRequest {
  /** From 1. */
  readonly page: number;
  /** Asked for where a PSA can be asked for an order; what it answers shows which one it has. */
  readonly order: 'newest_first' | 'oldest_first';
}

export interface PsaListPage<T> {
  readonly items: readonly T[];
  /** `items`, and rows that were not asked for but sent all the same. */
  readonly rowCount: number;
  readonly total: number | null;
  /** Tells the page from others: a PSA that ignores paging shows the same rows again. */
  readonly mark: string;
}

/**
 * The PSA system as the use cases need it (specification, "Calls the service makes to the PSA system"). Every call takes a slot
 * of the one budget. Reads are repeated on passing faults; writes never are, as their answer may have been lost after
 * they were applied: they say so (`uncertain`), and the use case looks before it repeats. A call throws `PsaUnavailableError`
 * when the PSA cannot be reached or fails (5xx, timeout), `PsaRefusedError` when it refuses (4xx), and `PsaBudgetError` when
 * a slot is not to be had soon. The result of `create…` has one entry per item, in the order of the items; arrays of any length are taken and split.
 */
export interface PsaSession {
  /** How long after a lost answer a look-up is trusted when it does not find what was written. */
  readonly settleMilliseconds: number;
  /** Whether `findTickets` looks at the tickets of `userIds` itself. */
  readonly findsTicketsOfUsers: boolean;
  /** Whether pages of tickets may show their custom fields. */
  readonly listsShowFields: boolean;
  /** How a ticket is put on its lists: by `NewPsaTicket.lists` when it is created, by `addListItems`, or not at all. */
  readonly listing: 'on_creation' | 'by_items' | 'off';

  /** A text as this PSA keeps it, empty where it does not: what is written is compared in this form with what is read. */
  fit(field: FittedField, text: string): string;

  /** Every ticket that is found, all pages. */
  findTickets(query: TicketQuery): Promise<readonly TicketSnapshot[]>;
  /** Page by page through all tickets of a type, custom fields included. */
  pageTickets(query: { tickettypeId?: number }): AsyncIterable<PsaPage<TicketSnapshot>>;
  /** One page of a list, by its number. Behind the last one is an empty page, or one that was shown before. */
  listPage<K extends keyof PsaListed>(
    kind: K,
    request: PsaListPageRequest,
  ): Promise<PsaListPage<PsaListed[K]>>;
  getTicket(id: number): Promise<TicketSnapshot | null>;
  /** With who changed it last and all custom fields, where a PSA has to be asked for them. */
  getTicketForUpdate(id: number): Promise<TicketSnapshot | null>;
  /**
   * Which of these tickets show now, read many at once, that they and who wrote last are as `getTicketForUpdate`, or their creation, told them.
   * Of the others nothing is said; a PSA that cannot be asked so answers none.
   */
  standingTickets(known: readonly TicketSnapshot[]): Promise<ReadonlySet<number>>;
  createTickets(tickets: readonly NewPsaTicket[]): Promise<readonly WriteResult[]>;
  /** Throws `PsaUncertainError` when the answer was lost; repeating it is harmless, as it sets values. */
  updateTicket(id: number, changes: TicketChanges): Promise<void>;
  /**
   * Sets custom fields of tickets, where the PSA takes several tickets in one request; repeating it is harmless.
   *
   * @returns the tickets of which it is certain; the others may have been changed too, or not, and are to be changed one by one
   */
  updateTogether(updates: readonly TicketFields[]): Promise<ReadonlySet<number>>;
  /** True once the PSA has deleted the ticket, or has none; false where it keeps its tickets, or does not let us delete one. */
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
  /** Which of these tickets stand on a list; it may answer others too. */
  onList(listId: number, ticketIds: readonly number[]): Promise<ReadonlySet<number>>;
  addListItems(listId: number, items: readonly NewPsaListItem[]): Promise<readonly WriteResult[]>;

  /** Under which items these tickets stand on a list, by ticket; one that is on it twice has two. */
  listPlaces(listId: number, ticketIds: ReadonlySet<number>): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Repeating it is harmless: an item that is not there is taken off already. */
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
