import { apiKeyParams, apiKeyView } from '@leadbridge/contracts';
import { noSuchKey } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentApiKey } from '../../presenters/api-key-view.js';

export const getApiKey = defineRoute({
  method: 'get',
  path: '/api-keys/:key_id',
  permission: 'users.manage',
  summary: 'Get an API key',
  tags: ['Access'],
  request: { params: apiKeyParams },
  responses: { 200: { description: 'The key record, without the key itself.', schema: apiKeyView } },
  errors: [404],
  handler: async ({ params, services }) => {
    const record = await services.access.keys.find(params.key_id);
    if (record === null) {
      throw noSuchKey(params.key_id);
    }
    return ok(presentApiKey(record, services.clock.now()));
  },
});
