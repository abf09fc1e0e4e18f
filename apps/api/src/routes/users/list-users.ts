import { userListResponse, userListQuery, paginationOf, type UserListResponse } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentUser } from '../../presenters/user-view.js';

export const listUsers = defineRoute({
  method: 'get',
  path: '/users',
  permission: 'users.manage',
  summary: 'List users, by name',
  tags: ['Access'],
  request: { query: userListQuery },
  responses: { 200: { description: 'A page of users.', schema: userListResponse } },
  handler: async ({ query, services }) => {
    const found = await services.access.users.list(query);
    return ok({
      users: found.items.map(presentUser),
      pagination: paginationOf('users', query, found),
    } satisfies UserListResponse);
  },
});
