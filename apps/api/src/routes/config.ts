import { changeConfigBody, configResponse } from '@leadbridge/contracts';

import { entityTag, expectedVersions } from '../http/entity-tag.js';
import { ok } from '../http/route-response.js';
import { auditOrigin } from '../pipeline/audit-origin.js';
import { route, type Route } from '../pipeline/route.js';

export const configRoutes: readonly Route[] = [
  route.get('/config', {
    permission: 'config.manage',
    summary: 'Get the active configuration',
    description:
      'The `ETag` header contains its version, for the `If-Match` header of `PUT /config`. Secrets are never included.',
    versioned: true,
    responses: { 200: { description: 'The whole configuration.', schema: configResponse } },
    handler: async ({ services }) => {
      const { version, config } = await services.configuration.read();
      return { ...ok(config), headers: { ETag: entityTag(version) } };
    },
  }),
  route.put('/config', {
    permission: 'config.manage',
    summary: 'Change the configuration',
    description:
      'Accepts any part of the configuration: omitted fields stay unchanged, and a list of aliases is replaced as a whole. With `If-Match` (the `ETag` of an earlier response), the change is refused with 409 if someone else has changed the configuration in the meantime. The change takes effect in every API and worker within a second; a running bulk import keeps its rate limit.',
    versioned: true,
    request: { body: changeConfigBody },
    responses: { 200: { description: 'The whole configuration after the change.', schema: configResponse } },
    errors: [409],
    handler: async (request) => {
      const { version, config } = await request.services.configuration.change(
        request.body,
        expectedVersions(request.headers['if-match']),
        auditOrigin(request),
      );
      return { ...ok(config), headers: { ETag: entityTag(version) } };
    },
  }),
];
