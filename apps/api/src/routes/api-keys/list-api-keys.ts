import { apiKeyListResponse, apiKeyListQuery, paginationOf } from '@leadbridge/contracts';
import type { ApiKeyListResponse } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentApiKey } from '../../presenters/api-key-view.js';

export const listApiKeys = defineRoute({
  method: 'get',
  path: '/api-keys',
  permission: 'users.manage',
  summary: 'List API keys, newest first',
  description: 'Includes revoked and expired keys. `last_used_at` may lag by up to a minute.',
  tags: ['Access'],
  request: { query: apiKeyListQuery },
  responses: { 200: { description: 'A page of keys.', schema: apiKeyListResponse } },
  handler: async ({ query, services }) => {
    const found = await services.access.keys.list(query);
    const now = services.clock.now();
    return ok({
      api_keys: found.items.map((record) => presentApiKey(record, now)),
      pagination: paginationOf('api_keys', query, found),
    } satisfies ApiKeyListResponse);
  },
});
