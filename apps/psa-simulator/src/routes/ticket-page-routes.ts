import { Router } from 'express';

import { queryNumber, queryText } from '../http/read-query.js';
import { ticketLine, ticketView } from '../page/ticket-view.js';
import { seedTickets } from '../seed/seed.js';
import type { SimulatorContext } from '../simulator-context.js';
import { actAsAgent } from '../state/act-as-agent.js';
import { readWholeNumber } from '../state/read-input.js';
import { Refusal } from '../state/refusal.js';
import type { TicketRow } from '../state/rows.js';
import { controlBody } from './control-body.js';

const shownAtOnce = 50;
const maxSeeded = 500_000;

function overviewOf(context: SimulatorContext): object {
  const { state } = context;
  return {
    counts: {
      tickets: state.tickets.size,
      clients: state.clients.size,
      users: state.users.size,
      opportunities: state.opportunities.size,
      actions: state.actions.size,
      requests: context.log.total,
    },
    rate: context.limit.view(),
    faults: context.faults.list(),
    statuses: state.setup.statuses,
    ticket_types: state.setup.ticketTypes,
    agents: state.setup.agents,
    integration_agent_id: context.integration.agentId,
    notifications: {
      url: context.notifier.settings.url ?? null,
      recent: context.notifier.list().slice(-10).reverse(),
    },
    suppression_lists: { recent: context.suppressionLists.list().slice(-10).reverse() },
  };
}

/** What the page reads, and what a person does on it. */
export function ticketPageRoutes(context: SimulatorContext): Router {
  const router = Router();
  const { state } = context;

  const ticketOf = (id: unknown): TicketRow => {
    const row = state.tickets.get(Number(id));
    if (row === undefined) {
      throw new Refusal('The ticket was not found.', { status: 404 });
    }
    return row;
  };

  router.get('/overview', (_request, response) => {
    response.json(overviewOf(context));
  });

  router.get('/tickets', (request, response) => {
    const search = queryText(request, 'search');
    const ids = state.tickets.select({ filters: [], ...(search === undefined ? {} : { search }) });
    const end = Math.max(0, ids.length - ((queryNumber(request, 'page') ?? 1) - 1) * shownAtOnce);
    const rows = state.tickets.rows(ids.slice(Math.max(0, end - shownAtOnce), end).reverse());
    response.json({ total: ids.length, tickets: rows.map((row) => ticketLine(state, row)) });
  });

  router.get('/tickets/:id', (request, response) => {
    response.json(ticketView(state, ticketOf(request.params.id)));
  });

  router.post('/tickets/:id/agent-changes', (request, response) => {
    const { agent_id: _agent, ...changes } = controlBody(request);
    const agentId = readWholeNumber(controlBody(request), 'agent_id');
    if (agentId === undefined) {
      throw new Refusal('Send agent_id, and what the agent changes.');
    }
    const row = actAsAgent(state, ticketOf(request.params.id).id, changes, agentId);
    response.json(ticketView(state, row));
  });

  router.post('/seed', (request, response) => {
    const body = controlBody(request);
    const count = readWholeNumber(body, 'tickets');
    if (count === undefined || count < 1 || count > maxSeeded) {
      throw new Refusal(`Send tickets, a number from 1 to ${maxSeeded}.`);
    }
    const companies = readWholeNumber(body, 'companies');
    const ids = seedTickets(state, context.integration, count, companies === undefined ? {} : { companies });
    response.status(201).json({ tickets: ids.length, first_id: ids[0], last_id: ids.at(-1) });
  });

  return router;
}
