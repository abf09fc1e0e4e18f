import { configAnswer } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { entityTag } from '../../http/entity-tag.js';
import { defineRoute } from '../../pipeline/route.js';

export const getConfig = defineRoute({
  method: 'get',
  path: '/config',
  permission: 'config.manage',
  summary: 'The active configuration',
  description:
    'The `ETag` header names its version, for `If-Match` of `PUT /config`. Secrets are never in it.',
  tags: ['Configuration'],
  versioned: true,
  request: {},
  answers: { 200: { description: 'The whole configuration.', schema: configAnswer } },
  handler: async ({ services }) => {
    const { version, config } = await services.configuration.read();
    return { ...ok(config), headers: { ETag: entityTag(version) } };
  },
});
