import { Router, type Request, type Response } from 'express';

import { listBody, pageOf, readPage } from '../http/page-of.js';
import { jsonResponse, reply } from '../http/reply.js';
import type { SimulatorContext } from '../simulator-context.js';
import { addListItem } from '../state/list-items.js';
import { isInput, type Input } from '../state/read-input.js';
import { Refusal } from '../state/refusal.js';
import type { ListItemRow } from '../state/rows.js';
import { createMany } from './create-many.js';

/** `/Lists` and the tickets on them. */
export function listRoutes(context: SimulatorContext): Router {
  const router = Router();
  const { state } = context;

  const listId = (request: Request): number => {
    const id = Number(request.params['listId']);
    if (!state.setup.lists.some((list) => list.id === id)) {
      throw new Refusal('The list was not found.', { status: 404, field: 'list_id' });
    }
    return id;
  };

  router.get('/Lists/:listId/items', (request, response) => {
    const dialect = context.dialect();
    const ids = state.listItems.idsBy('list_id', listId(request));
    const page = readPage(request, dialect);
    const rows = state.listItems.rows(pageOf(ids, page, dialect.order, context.random));
    reply(response, jsonResponse(200, listBody('items', rows, ids.length, page, dialect)));
  });

  router.post('/Lists/:listId/items', (request: Request, response: Response) => {
    const id = listId(request);
    const add = (input: Input): ListItemRow =>
      addListItem(state, id, input, context.dialect().repeatedListItems);
    const body: unknown = request.body;
    if (Array.isArray(body)) {
      createMany(context, request, response, body, add, (row) => row);
      return;
    }
    if (!isInput(body)) {
      throw new Refusal('The request body is not valid.');
    }
    reply(response, jsonResponse(201, add(body)));
  });

  router.delete('/Lists/:listId/items/:itemId', (request, response) => {
    const item = state.listItems.get(Number(request.params.itemId));
    if (item?.list_id !== listId(request)) {
      throw new Refusal('The list item was not found.', { status: 404, field: 'id' });
    }
    state.listItems.remove(item.id);
    reply(response, { status: 204, type: 'application/json', text: '' });
  });

  return router;
}
