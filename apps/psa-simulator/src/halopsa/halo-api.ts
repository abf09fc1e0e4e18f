import { Router, type Request, type Response } from 'express';

import { queryFlag, queryNumber } from '../http/read-query.js';
import { jsonResponse, reply } from '../http/reply.js';
import { Refusal } from '../state/refusal.js';
import { distributionListRoutes } from './distribution-lists.js';
import { clientEntity, opportunityEntity, siteEntity, ticketEntity, userEntity } from './entities.js';
import type { HaloEntity } from './entities.js';
import { requireRights } from './halo-auth.js';
import type { HaloContext } from './halo-context.js';
import { respondWithHaloErrors } from './halo-errors.js';
import { listEntities, listTickets } from './list-entities.js';
import { unpagedRows } from './list-query.js';
import { lookUpRoutes } from './look-ups.js';
import { presentAction } from './present-wire.js';
import { writeAction } from './tickets.js';
import { writeObjects } from './write-entities.js';

type EntityRow = { readonly id: number };

function requireRow<Row>(row: Row | undefined): Row {
  if (row === undefined) {
    throw new Refusal('The entity was not found.', { status: 404 });
  }
  return row;
}

function readOne<Row extends EntityRow>(context: HaloContext, entity: HaloEntity<Row>) {
  return (request: Request, response: Response): void => {
    const row = requireRow(entity.table(context.state).get(Number(request.params['id'])));
    const fields = queryFlag(request, 'includedetails') ? 'all' : null;
    reply(response, jsonResponse(200, entity.present(context, row, { as: 'one', fields })));
  };
}

function writeMany<Row extends EntityRow>(context: HaloContext, entity: HaloEntity<Row>) {
  return (request: Request, response: Response): void => {
    writeObjects(context, request, response, {
      table: entity.table(context.state),
      write: (input, present) => entity.write(context, input, present),
      present: (row) => entity.present(context, row, { as: 'one', fields: 'all' }),
    });
  };
}

function entityRoutes<Row extends EntityRow>(
  context: HaloContext,
  entity: HaloEntity<Row>,
  list: (request: Request, response: Response) => void = listEntities(context, entity),
): Router {
  const router = Router();
  router.get(entity.path, list);
  router.get(`${entity.path}/:id`, readOne(context, entity));
  router.post(entity.path, writeMany(context, entity));
  router.put([entity.path, `${entity.path}/:id`], (request, response) => {
    if (context.halo.quirks.put === 'refused') {
      throw new Refusal("The requested resource does not support http method 'PUT'.", { status: 405 });
    }
    const id = Number(request.params['id'] ?? 0);
    request.body = [id > 0 ? { ...(request.body as object), id } : request.body];
    writeMany(context, entity)(request, response);
  });
  return router;
}

/** Deleted tickets are kept, and marked. */
function deleteRoute(context: HaloContext): Router {
  const router = Router();
  const { state } = context;
  router.delete('/Tickets/:id', (request, response) => {
    const row = requireRow(state.tickets.get(Number(request.params.id)));
    state.tickets.update(row, { extras: { ...row.extras, deleted: true } });
    reply(response, jsonResponse(200, { id: row.id, deleted: true }));
  });
  return router;
}

/** The actions of a ticket, newest first, without pages: `count` says how many. */
function actionRoutes(context: HaloContext): Router {
  const router = Router();
  const { state } = context;
  router.get('/Actions', (request, response) => {
    const ticketId = queryNumber(request, 'ticket_id');
    const rows = ticketId === undefined ? [] : state.actions.rows(state.actions.idsBy('ticket_id', ticketId));
    const count = queryNumber(request, 'count') ?? unpagedRows;
    const actions = rows
      .reverse()
      .slice(0, count)
      .map((row) => presentAction(context, row));
    reply(response, jsonResponse(200, { record_count: rows.length, actions }));
  });
  router.post('/Actions', (request, response) => {
    writeObjects(context, request, response, {
      table: state.actions,
      write: (input, present) => writeAction(context, input, present),
      present: (row) => presentAction(context, row),
    });
  });
  return router;
}

/** The API of the second dialect, which requires a token. */
export function haloApi(context: HaloContext): Router {
  const router = Router();
  router.use(requireRights(context));
  router.use(entityRoutes(context, ticketEntity, listTickets(context, '/Tickets')));
  router.use(entityRoutes(context, opportunityEntity, listTickets(context, '/Opportunities')));
  router.use(deleteRoute(context));
  router.use(actionRoutes(context));
  for (const routes of [
    entityRoutes(context, userEntity),
    entityRoutes(context, clientEntity),
    entityRoutes(context, siteEntity),
    distributionListRoutes(context),
    lookUpRoutes(context),
  ]) {
    router.use(routes);
  }
  router.use(respondWithHaloErrors(context));
  return router;
}
