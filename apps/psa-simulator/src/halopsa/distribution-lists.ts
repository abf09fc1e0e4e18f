import { Router, type Request } from 'express';

import { jsonResponse, reply } from '../http/reply.js';
import { addListItem } from '../state/list-items.js';
import { isInput, type Input } from '../state/read-input.js';
import { Refusal } from '../state/refusal.js';
import type { ListRow } from '../state/rows.js';
import type { HaloContext } from './halo-context.js';
import { wholeNumber } from './read-wire.js';
import { objectsOf } from './write-entities.js';

/** The ids of users in `addtheseusers` and the like. */
function usersOf(input: Input, name: string): readonly number[] {
  const users = input[name];
  return Array.isArray(users)
    ? (users as unknown[]).flatMap((user) => (isInput(user) ? (wholeNumber(user['id']) ?? []) : []))
    : [];
}

/** Lists of users. To the rest of the simulator a user on a list is the newest ticket of that user on it. */
export function distributionListRoutes(context: HaloContext): Router {
  const router = Router();
  const { state } = context;

  const listOf = (id: unknown): ListRow => {
    const list = state.setup.lists.find((row) => row.id === wholeNumber(id));
    if (list === undefined) {
      throw new Refusal('The list was not found.', { status: 404 });
    }
    return list;
  };
  const itemsOf = (listId: number) =>
    state.listItems.rows(state.listItems.idsBy('list_id', listId)).map((item) => ({
      item,
      userId: state.tickets.get(item.ticket_id)?.user_id ?? 0,
    }));
  const present = (list: ListRow): object => ({
    ...list,
    users_count: itemsOf(list.id).length,
    members: itemsOf(list.id).map(({ item, userId }) => ({
      id: item.id,
      distributionlists_id: list.id,
      user_id: userId,
      email: state.users.get(userId)?.emailaddress ?? '',
    })),
  });
  const change = (object: unknown): ListRow => {
    const input = isInput(object) ? object : {};
    const list = listOf(input['id']);
    for (const userId of usersOf(input, 'addtheseusers')) {
      const ticketId = state.tickets.idsBy('user_id', userId).at(-1);
      const isMember = itemsOf(list.id).some((member) => member.userId === userId);
      if (ticketId !== undefined && !isMember) {
        addListItem(state, list.id, { ticket_id: ticketId }, 'same');
      }
    }
    const removed = usersOf(input, 'removetheseusers');
    for (const { item, userId } of itemsOf(list.id)) {
      if (removed.includes(userId)) {
        state.listItems.remove(item.id);
      }
    }
    return list;
  };

  router.get('/DistributionLists', (_request, response) => {
    const rows = state.setup.lists.map(({ id, name }) => ({ id, name, users_count: itemsOf(id).length }));
    reply(response, jsonResponse(200, rows));
  });
  router.get('/DistributionLists/:id', (request, response) => {
    reply(response, jsonResponse(200, present(listOf(request.params.id))));
  });
  router.post('/DistributionLists', (request: Request, response) => {
    const last = objectsOf(context, request.body).map(change).at(-1);
    reply(response, jsonResponse(201, last === undefined ? null : present(last)));
  });
  return router;
}
