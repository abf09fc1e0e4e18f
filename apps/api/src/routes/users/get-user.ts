import { userParams, userView } from '@leadbridge/contracts';
import { noSuchUser } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentUser } from '../../presenters/user-view.js';

export const getUser = defineRoute({
  method: 'get',
  path: '/users/:user_id',
  permission: 'users.manage',
  summary: 'Get a user',
  tags: ['Access'],
  request: { params: userParams },
  responses: { 200: { description: 'The person.', schema: userView } },
  errors: [404],
  handler: async ({ params, services }) => {
    const user = await services.access.users.find(params.user_id);
    if (user === null) {
      throw noSuchUser(params.user_id);
    }
    return ok(presentUser(user));
  },
});
