import { configResponse } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { entityTag } from '../../http/entity-tag.js';
import { defineRoute } from '../../pipeline/route.js';

export const getConfig = defineRoute({
  method: 'get',
  path: '/config',
  permission: 'config.manage',
  summary: 'Get the active configuration',
  description:
    'The `ETag` header contains its version, for the `If-Match` header of `PUT /config`. Secrets are never included.',
  tags: ['Configuration'],
  versioned: true,
  request: {},
  responses: { 200: { description: 'The whole configuration.', schema: configResponse } },
  handler: async ({ services }) => {
    const { version, config } = await services.configuration.read();
    return { ...ok(config), headers: { ETag: entityTag(version) } };
  },
});
