import { ticketsPerPerson } from './halopsa/halo-counters.js';
import { incidentStatus, incidentType } from './halopsa/halo-setup.js';
import type { HaloDialect } from './halopsa/halo-dialect.js';
import { tagsOf } from './halopsa/tags.js';
import type { HttpServer } from './http/http-server.js';
import type { PsaSimulator, SimulatedHalo, SimulatedOpportunity, SimulatedTicket } from './psa-simulator.js';
import { seedAction, seedContact, seedOpportunity, seedTicket, seedTickets } from './seed/seed.js';
import type { SimulatorContext } from './simulator-context.js';
import { actAsAgent } from './state/act-as-agent.js';
import type { EntityTable, NumericField } from './state/entity-table.js';
import { addListItem } from './state/list-items.js';
import { createClient, updateClient } from './state/organisations.js';
import { requireRow, type PsaState } from './state/psa-state.js';
import type { OpportunityRow, TicketRow } from './state/rows.js';
import { updateUser } from './state/users.js';

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

function simulatedTicket(state: PsaState, row: TicketRow): SimulatedTicket {
  const user = state.users.get(row.user_id);
  return {
    ...row,
    customfields: Object.fromEntries(row.customfields),
    user_email: user?.emailaddress ?? '',
    user_name: `${user?.firstname ?? ''} ${user?.surname ?? ''}`.trim(),
    client_name: state.clients.get(row.client_id)?.name ?? '',
  };
}

function simulatedOpportunity(row: OpportunityRow): SimulatedOpportunity {
  return { ...row, extras: { ...row.extras }, customfields: Object.fromEntries(row.customfields) };
}

function entityAccess({ state, integration }: SimulatorContext) {
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
    actions: (ticketId?: number) => rowsBy(state.actions, 'ticket_id', ticketId),
    lists: () => copies(state.setup.lists),
    listItems: (listId?: number) => rowsBy(state.listItems, 'list_id', listId),
    listNames: (ticketId: number) =>
      rowsBy(state.listItems, 'ticket_id', ticketId).map(
        (item) => state.setup.lists.find((list) => list.id === item.list_id)?.name ?? '',
      ),
    seedClient: (client) => createClient(state, client).id,
    seedContact: (contact = {}) => seedContact(state, contact),
    seedTicket: (ticket = {}) => seedTicket(state, integration, ticket),
    seedTickets: (count, options = {}) => seedTickets(state, integration, count, options),
    seedListItems: (listId, ticketIds) => {
      ticketIds.forEach((ticket_id) => addListItem(state, listId, { ticket_id }, 'second'));
    },
    seedOpportunity: (ticketId, texts) => seedOpportunity(state, ticketId, texts),
    seedAction: (ticketId, note, agentId = integration.agentId) =>
      seedAction(state, ticketId, note, { ...integration, agentId }),
    actAsAgent: (ticketId, changes, agentId = salesAgentId) => {
      actAsAgent(state, ticketId, changes, agentId);
    },
    changeContact: (id, changes) => {
      updateUser(state, requireRow(state.users, id, 'user_id'), changes);
    },
    renameClient: (id, name) => {
      updateClient(state, requireRow(state.clients, id, 'client_id'), { name });
    },
    removeClient: (id) => {
      state.sites.idsBy('client_id', id).forEach((siteId) => state.sites.remove(siteId));
      state.clients.remove(id);
    },
    removeTicket: (ticketId) => {
      state.tickets.remove(ticketId);
    },
  } satisfies Partial<PsaSimulator>;
}

function haloAccess({ state, integration }: SimulatorContext, halo: HaloDialect): SimulatedHalo {
  return {
    get quirks() {
      return halo.quirks;
    },
    setQuirks: (changes) => {
      halo.setQuirks(changes);
    },
    get foreignPages() {
      return halo.counters.foreignPages;
    },
    get foreignRows() {
      return halo.counters.foreignRows;
    },
    ticketsPerPerson: () => ticketsPerPerson(state),
    seedIncident: (ticket = {}) =>
      seedTicket(state, integration, {
        tickettype_id: incidentType,
        status_id: incidentStatus,
        summary: 'Printer does not print',
        ...ticket,
      }),
    markTicket: (id, marks) => {
      const row = state.tickets.get(id);
      if (row !== undefined) {
        state.tickets.update(row, { extras: { ...row.extras, ...marks } });
      }
    },
    markUser: (id, marks) => {
      const row = state.users.get(id);
      if (row !== undefined) {
        state.users.update(row, { extras: { ...row.extras, ...marks } });
      }
    },
    isDeleted: (id) => state.tickets.get(id)?.extras?.['deleted'] === true,
    userFlags: (id) => state.users.get(id)?.extras ?? {},
    ownKey: (id) => String(state.tickets.get(id)?.extras?.['third_party_id_string'] ?? ''),
    tags: (id) => {
      const row = state.tickets.get(id);
      return row === undefined ? [] : tagsOf(state, row);
    },
  };
}

function faultAccess({ faults, held }: SimulatorContext): PsaSimulator['faults'] {
  return {
    set: (rule) => faults.set(rule),
    clear: (id) => {
      faults.clear(id);
      if (id === undefined) {
        held.release();
      }
    },
    list: () => faults.list(),
    get held() {
      return held.count;
    },
    waitForHeld: (count, timeoutMilliseconds) => held.waitFor(count, timeoutMilliseconds),
    release: () => {
      held.release();
    },
  };
}

/** The library's view of a simulator: everything that a test may look at or switch. */
export function simulatorHandle(
  context: SimulatorContext,
  server: HttpServer,
  life: Pick<PsaSimulator, 'start' | 'stop' | 'clientId' | 'clientSecret'>,
): PsaSimulator {
  const { limit, log, tokens, notifier, suppressionLists, halo } = context;
  return {
    ...life,
    ...entityAccess(context),
    halo: halo === null ? null : haloAccess(context, halo),
    get url() {
      return server.url;
    },
    get port() {
      return server.port;
    },
    reset: context.reset,
    get dialect() {
      return context.dialect();
    },
    setDialect: context.setDialect,
    get kind() {
      return context.kind();
    },
    setKind: context.setKind,
    faults: faultAccess(context),
    requests: log,
    notifications: notifier,
    suppressionLists,
    setRateLimit: (requests, windowSeconds) => {
      limit.set({ limit: requests, windowSeconds });
    },
    get rateViolations() {
      return limit.violations;
    },
    get rateUsed() {
      return limit.used;
    },
    expireTokens: () => {
      tokens.expireAll();
    },
    setTokenLifetime: (seconds) => {
      tokens.setLifetime(seconds);
    },
  };
}
