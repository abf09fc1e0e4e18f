import { ticketsPerPerson } from './halopsa/halo-counters.js';
import { incidentStatus, incidentType } from './halopsa/halo-setup.js';
import type { FaultRule } from './faults/fault-rule.js';
import type { HaloDialect } from './halopsa/halo-dialect.js';
import { tagsOf } from './halopsa/tags.js';
import type { HttpServer } from './http/http-server.js';
import { seedAction, seedContact, seedOpportunity, seedTicket, seedTickets } from './seed/seed.js';
import type { SeedContact, SeedTicket } from './seed/seed.js';
import type { SimulatorContext } from './simulator-context.js';
import { actAsAgent, type AgentChanges } from './state/act-as-agent.js';
import type { EntityTable, NumericField } from './state/entity-table.js';
import { addListItem } from './state/list-items.js';
import { createClient, updateClient } from './state/organisations.js';
import { requireRow, type PsaState } from './state/psa-state.js';
import type { Extras, OpportunityRow, TicketRow } from './state/rows.js';
import { updateUser } from './state/users.js';
import type { HaloQuirks } from './switches.js';

const salesAgentId = 2;

function copies<Row extends { readonly id: number }>(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row }));
}

function rowsBy<Row extends { readonly id: number }>(
  table: EntityTable<Row>,
  field: NumericField<Row>,
  value: number | undefined,
): Row[] {
  return copies(value === undefined ? table.all() : table.rows(table.idsBy(field, value)));
}

/** A ticket as tests look at it: with its contact, and custom fields by their number. */
function simulatedTicket(state: PsaState, row: TicketRow) {
  const user = state.users.get(row.user_id);
  return {
    ...row,
    customfields: byNumber(row.customfields),
    user_email: user?.emailaddress ?? '',
    user_name: `${user?.firstname ?? ''} ${user?.surname ?? ''}`.trim(),
    client_name: state.clients.get(row.client_id)?.name ?? '',
  };
}

function simulatedOpportunity(row: OpportunityRow) {
  return { ...row, extras: { ...row.extras }, customfields: byNumber(row.customfields) };
}

function byNumber<Value>(fields: ReadonlyMap<number, Value>): Readonly<Record<number, Value>> {
  return Object.fromEntries(fields);
}

/** What the PSA holds, as copies. */
function readAccess({ state }: SimulatorContext) {
  return {
    tickets: () => state.tickets.all().map((row) => simulatedTicket(state, row)),
    ticket: (id: number) => {
      const row = state.tickets.get(id);
      return row === undefined ? undefined : simulatedTicket(state, row);
    },
    clients: () => copies(state.clients.all()),
    sites: () => copies(state.sites.all()),
    users: () => copies(state.users.all()),
    opportunities: () => state.opportunities.all().map(simulatedOpportunity),
    /** Of one ticket, or all. */
    actions: (ticketId?: number) => rowsBy(state.actions, 'ticket_id', ticketId),
    lists: () => copies(state.setup.lists),
    listItems: (listId?: number) => rowsBy(state.listItems, 'list_id', listId),
    /** The names of the lists that a ticket stands on, once for each item. */
    listNames: (ticketId: number) =>
      rowsBy(state.listItems, 'ticket_id', ticketId).map(
        (item) => state.setup.lists.find((list) => list.id === item.list_id)?.name ?? '',
      ),
  };
}

/** Puts something into the PSA, without a request or a notification; returns its id. */
function seedAccess({ state, integration }: SimulatorContext) {
  return {
    /** Without a site. */
    seedClient: (client: { readonly name: string; readonly website?: string }) =>
      createClient(state, client).id,
    seedContact: (contact: SeedContact = {}) => seedContact(state, contact),
    seedTicket: (ticket: SeedTicket = {}) => seedTicket(state, integration, ticket),
    seedTickets: (count: number, options: Parameters<typeof seedTickets>[3] = {}) =>
      seedTickets(state, integration, count, options),
    seedListItems: (listId: number, ticketIds: readonly number[]): void => {
      ticketIds.forEach((ticket_id) => addListItem(state, listId, { ticket_id }, 'second'));
    },
    seedOpportunity: (ticketId: number, texts: { readonly summary: string; readonly details?: string }) =>
      seedOpportunity(state, ticketId, texts),
    /** By the integration's agent unless another is named. */
    seedAction: (ticketId: number, note: string, agentId = integration.agentId) =>
      seedAction(state, ticketId, note, { ...integration, agentId }),
  };
}

/** What a person does in the PSA; without a notification, unless it says so. */
function personAccess({ state }: SimulatorContext) {
  return {
    /** As on the page: with an Action, and with a notification where they are on. */
    actAsAgent: (ticketId: number, changes: AgentChanges, agentId = salesAgentId): void => {
      actAsAgent(state, ticketId, changes, agentId);
    },
    changeContact: (
      id: number,
      changes: { readonly emailaddress?: string; readonly phonenumber?: string },
    ): void => {
      updateUser(state, requireRow(state.users, id, 'user_id'), changes);
    },
    renameClient: (id: number, name: string): void => {
      updateClient(state, requireRow(state.clients, id, 'client_id'), { name });
    },
    /** With its sites. */
    removeClient: (id: number): void => {
      state.sites.idsBy('client_id', id).forEach((siteId) => state.sites.remove(siteId));
      state.clients.remove(id);
    },
    removeTicket: (ticketId: number): void => {
      state.tickets.remove(ticketId);
    },
  };
}

/** The switches and figures of a simulated HaloPSA. */
export type SimulatedHalo = ReturnType<typeof haloAccess>;

function haloAccess({ state, integration }: SimulatorContext, halo: HaloDialect) {
  return {
    get quirks() {
      return halo.quirks;
    },
    setQuirks: (changes: Partial<HaloQuirks>): void => {
      halo.setQuirks(changes);
    },
    /** Pages of ticket lists that held a ticket of a foreign type, and how many such tickets they held. */
    get foreignPages() {
      return halo.counters.foreignPages;
    },
    get foreignRows() {
      return halo.counters.foreignRows;
    },
    /** How many leads, prospects and opportunities each email address has as tickets; none counts as an empty address. */
    ticketsPerPerson: () => ticketsPerPerson(state),
    /** Puts a ticket of the service desk into the PSA, by default of a contact of its own; returns its id. */
    seedIncident: (ticket: SeedTicket = {}) =>
      seedTicket(state, integration, {
        tickettype_id: incidentType,
        status_id: incidentStatus,
        summary: 'Printer does not print',
        ...ticket,
      }),
    /** Such as `{ deleted: true }`, `{ inactive: true }` or `{ merged_into_id: 7 }`. */
    markTicket: (id: number, marks: Extras): void => {
      const row = state.tickets.get(id);
      if (row !== undefined) {
        state.tickets.update(row, { extras: { ...row.extras, ...marks } });
      }
    },
    /** Such as `{ inactive: true }` or `{ email2: 'other@example.com' }`. */
    markUser: (id: number, marks: Extras): void => {
      const row = state.users.get(id);
      if (row !== undefined) {
        state.users.update(row, { extras: { ...row.extras, ...marks } });
      }
    },
    isDeleted: (ticketId: number) => state.tickets.get(ticketId)?.extras?.['deleted'] === true,
    /** What the flags of a user are, as far as they were written. */
    userFlags: (userId: number): Extras => state.users.get(userId)?.extras ?? {},
    /** The integration's key of a ticket; empty for none. */
    ownKey: (ticketId: number) =>
      String(state.tickets.get(ticketId)?.extras?.['third_party_id_string'] ?? ''),
    tags: (ticketId: number) => {
      const row = state.tickets.get(ticketId);
      return row === undefined ? [] : tagsOf(state, row);
    },
  };
}

function faultAccess({ faults, held }: SimulatorContext) {
  return {
    set: (rule: FaultRule) => faults.set(rule),
    /** Removes one fault, or all; what is held is released when all go. The failures of its kind stay. */
    clear: (id?: number): void => {
      faults.clear(id);
      if (id === undefined) {
        held.release();
      }
    },
    list: () => faults.list(),
    /** Requests that a `hang` holds at this moment. */
    get held() {
      return held.count;
    },
    /** Resolves when `count` requests are held at once; rejects after `timeoutMilliseconds` (10 s). */
    waitForHeld: (count?: number, timeoutMilliseconds?: number) => held.waitFor(count, timeoutMilliseconds),
    release: (): void => {
      held.release();
    },
  };
}

interface Life {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A simulated PSA in this process. What it returns are copies: changing them changes nothing in the PSA. */
export type PsaSimulator = ReturnType<typeof simulatorHandle>;

/** The library's view of a simulator: everything that a test may look at or switch. */
export function simulatorHandle(context: SimulatorContext, server: HttpServer, life: Life) {
  const { limit, log, tokens, notifier, suppressionLists, halo } = context;
  return {
    ...life,
    ...readAccess(context),
    ...seedAccess(context),
    ...personAccess(context),
    /** The second dialect; null where the PSA speaks the specification's. */
    halo: halo === null ? null : haloAccess(context, halo),
    /** `http://host:port` without a trailing slash: the `{psa_url}` of the specification. Only after `start()`. */
    get url() {
      return server.url;
    },
    get port() {
      return server.port;
    },
    /** Back to an empty PSA as it was created: entities, faults, dialect, limit, tokens, notifications, suppression lists and log. */
    reset: context.reset,
    get dialect() {
      return context.dialect();
    },
    setDialect: context.setDialect,
    get kind() {
      return context.kind();
    },
    /** Switches to the dialect and failures of a kind; data and faults are kept. */
    setKind: context.setKind,
    faults: faultAccess(context),
    /** Every request to the API and the token service. */
    requests: log,
    notifications: notifier,
    /** What `POST /suppression-list/{provider}` has taken, of one provider or all. */
    suppressionLists,
    /** 0 lifts the limit. */
    setRateLimit: (requests: number, windowSeconds: number): void => {
      limit.set({ limit: requests, windowSeconds });
    },
    /** Requests that the rolling limit has refused; a `rate_limit` fault is none. */
    get rateViolations() {
      return limit.violations;
    },
    /** Requests that count in the window of this moment. */
    get rateUsed() {
      return limit.used;
    },
    expireTokens: (): void => {
      tokens.expireAll();
    },
    /** For tokens issued from now on. */
    setTokenLifetime: (seconds: number): void => {
      tokens.setLifetime(seconds);
    },
  };
}
