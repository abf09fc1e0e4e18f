import { userListAnswer, userListQuery, paginationOf, type UserListAnswer } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentUser } from '../../presenters/user-view.js';

export const listUsers = defineRoute({
  method: 'get',
  path: '/users',
  permission: 'users.manage',
  summary: 'List users, by name',
  tags: ['Access'],
  request: { query: userListQuery },
  answers: { 200: { description: 'A page of users.', schema: userListAnswer } },
  handler: async ({ query, services }) => {
    const found = await services.access.users.list(query);
    const body: UserListAnswer = {
      users: found.items.map(presentUser),
      pagination: paginationOf('users', query, found),
    };
    return ok(body);
  },
});
