import type { Dialect, HaloQuirks } from './switches.js';
import type { ActiveFault } from './faults/fault-board.js';
import type { FaultRule } from './faults/fault-rule.js';
import type { RequestLog } from './limits/request-log.js';
import type { Notifier } from './notifications/notifier.js';
import type { PsaKind } from './psa-kinds.js';
import type { SeedContact, SeededContact, SeedTicket } from './seed/seed.js';
import type { AgentChanges } from './state/act-as-agent.js';
import type {
  ActionRow,
  ClientRow,
  CustomFieldValue,
  Extras,
  ListItemRow,
  ListRow,
  OpportunityRow,
  SiteRow,
  TicketRow,
  UserRow,
} from './state/rows.js';
import type { SuppressionLists } from './suppression-lists/suppression-lists.js';

/** A ticket as tests look at it: with its contact, and custom fields by their number. */
export type SimulatedTicket = Omit<TicketRow, 'customfields'> & {
  readonly customfields: Readonly<Record<number, CustomFieldValue>>;
  readonly user_email: string;
  readonly user_name: string;
  readonly client_name: string;
};

export type SimulatedOpportunity = Omit<OpportunityRow, 'customfields'> & {
  readonly customfields: Readonly<Record<number, CustomFieldValue>>;
};

/** The switches and figures of a simulated HaloPSA. */
export interface SimulatedHalo {
  readonly quirks: HaloQuirks;
  setQuirks(changes: Partial<HaloQuirks>): void;
  /** Pages of ticket lists that held a ticket of a foreign type, and how many such tickets they held. */
  readonly foreignPages: number;
  readonly foreignRows: number;
  /** How many leads, prospects and opportunities each email address has as tickets; none counts as an empty address. */
  ticketsPerPerson(): ReadonlyMap<string, number>;
  /** Puts a ticket of the service desk into the PSA, by default of a contact of its own; returns its id. */
  seedIncident(ticket?: SeedTicket): number;
  /** Marks a ticket, such as `{ deleted: true }`, `{ inactive: true }` or `{ merged_into_id: 7 }`. */
  markTicket(id: number, marks: Extras): void;
  /** Marks a user, such as `{ inactive: true }` or `{ email2: 'other@example.com' }`. */
  markUser(id: number, marks: Extras): void;
  /** The integration's key of a ticket; empty for none. */
  ownKey(ticketId: number): string;
  isDeleted(ticketId: number): boolean;
  /** What the flags of a user are, as far as they were written. */
  userFlags(userId: number): Extras;
  tags(ticketId: number): readonly string[];
}

/** A simulated PSA in this process. What it returns are copies: changing them changes nothing in the PSA. */
export interface PsaSimulator {
  /** `http://host:port` without a trailing slash: the `{psa_url}` of the specification. Only after `start()`. */
  readonly url: string;
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  start(): Promise<void>;
  /** Closes every connection without waiting. */
  stop(): Promise<void>;
  /** Back to an empty PSA as it was created: entities, faults, dialect, limit, tokens, notifications, suppression lists and log. */
  reset(): void;

  tickets(): SimulatedTicket[];
  ticket(id: number): SimulatedTicket | undefined;
  clients(): ClientRow[];
  sites(): SiteRow[];
  users(): UserRow[];
  opportunities(): SimulatedOpportunity[];
  /** Of one ticket, or all. */
  actions(ticketId?: number): ActionRow[];
  lists(): ListRow[];
  listItems(listId?: number): ListItemRow[];
  /** The names of the lists that a ticket stands on, once for each item. */
  listNames(ticketId: number): string[];

  /** Puts a client without a site into the PSA; returns its id. No request, no notification. */
  seedClient(client: { readonly name: string; readonly website?: string }): number;
  /** Puts a contact into the PSA, with a company and a site. No request, no notification. */
  seedContact(contact?: SeedContact): SeededContact;
  /** Puts a ticket with its contact into the PSA; returns its id. */
  seedTicket(ticket?: SeedTicket): number;
  /** Puts `count` tickets into the PSA, over `companies` clients; returns their ids. */
  seedTickets(
    count: number,
    options?: { companies?: number; describe?: (number: number) => SeedTicket },
  ): number[];
  /** Puts tickets on a list. No request. */
  seedListItems(listId: number, ticketIds: readonly number[]): void;
  /** Puts an opportunity of a ticket's contact into the PSA; returns its id. */
  seedOpportunity(ticketId: number, texts: { readonly summary: string; readonly details?: string }): number;
  /** Puts an Action on a ticket, by the integration's agent unless another is named. */
  seedAction(ticketId: number, note: string, agentId?: number): number;
  /** Changes a ticket as a person does on the page: with an Action, and with a notification where they are on. */
  actAsAgent(ticketId: number, changes: AgentChanges, agentId?: number): void;
  /** Changes a contact as a person does. No request, no notification. */
  changeContact(id: number, changes: { readonly emailaddress?: string; readonly phonenumber?: string }): void;
  /** Gives a client another name, as a person does. No request, no notification. */
  renameClient(id: number, name: string): void;
  /** Takes a client and its sites out of the PSA, as a person who deletes it. No request, no notification. */
  removeClient(id: number): void;
  /** Takes a ticket out of the PSA, as a person who deletes it. No request, no notification. */
  removeTicket(ticketId: number): void;

  readonly dialect: Dialect;
  setDialect(changes: Partial<Dialect>): void;

  /** The second dialect; null where the PSA speaks the specification's. */
  readonly halo: SimulatedHalo | null;

  readonly kind: PsaKind['name'];
  /** Switches to the dialect and failures of a kind; data and faults are kept. */
  setKind(name: PsaKind['name']): void;

  readonly faults: {
    set(rule: FaultRule): ActiveFault;
    /** Removes one fault, or all; what is held is released when all go. The failures of its kind stay. */
    clear(id?: number): void;
    list(): readonly ActiveFault[];
    /** Requests that a `hang` holds at this moment. */
    readonly held: number;
    /** Resolves when `count` requests are held at once; rejects after `timeoutMilliseconds` (10 s). */
    waitForHeld(count?: number, timeoutMilliseconds?: number): Promise<void>;
    release(): void;
  };

  /** Every request to the API and the token service. */
  readonly requests: Pick<RequestLog, 'list' | 'count' | 'summary' | 'total' | 'clear'>;

  /** 0 lifts the limit. */
  setRateLimit(limit: number, windowSeconds: number): void;
  /** Requests that the rolling limit has refused; a `rate_limit` fault is none. */
  readonly rateViolations: number;
  /** Requests that count in the window of this moment. */
  readonly rateUsed: number;

  expireTokens(): void;
  /** For tokens issued from now on. */
  setTokenLifetime(seconds: number): void;

  readonly notifications: Pick<Notifier, 'configure' | 'list'>;

  /** What `POST /suppression-list/{provider}` has taken, of one provider or all. */
  readonly suppressionLists: Pick<SuppressionLists, 'list'>;
}
