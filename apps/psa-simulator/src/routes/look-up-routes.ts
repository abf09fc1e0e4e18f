import { Router } from 'express';

import { jsonResponse, reply } from '../http/reply.js';
import type { SimulatorContext } from '../simulator-context.js';
import { Refusal } from '../state/refusal.js';

/** What an administrator has set up, to be looked up by id or name: statuses, ticket types, agents, lists. */
export function lookUpRoutes(context: SimulatorContext): Router {
  const router = Router();
  const { statuses, ticketTypes, agents, lists } = context.state.setup;
  const lookUps = [
    { path: '/Status', key: 'statuses', rows: statuses },
    { path: '/TicketType', key: 'tickettypes', rows: ticketTypes },
    { path: '/Agent', key: 'agents', rows: agents },
    { path: '/Lists', key: 'lists', rows: lists },
  ];
  for (const { path, key, rows } of lookUps) {
    const all = rows.map(({ id, name }) => ({ id, name }));
    router.get(path, (_request, response) => {
      const body = context.dialect().lookUps === 'bare' ? all : { record_count: all.length, [key]: all };
      reply(response, jsonResponse(200, body));
    });
    router.get(`${path}/:id`, (request, response) => {
      const found = all.find((row) => row.id === Number(request.params.id));
      if (found === undefined) {
        throw new Refusal('Not found.', { status: 404, field: 'id' });
      }
      reply(response, jsonResponse(200, found));
    });
  }
  return router;
}
