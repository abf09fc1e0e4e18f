import { importMappingListResponse, wireForm } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';

export const listImportMappings = defineRoute({
  method: 'get',
  path: '/import-mappings',
  permission: 'data.sync',
  summary: 'List column mappings, by name',
  description: 'Shared by all users: the console and `leadbridge import --mapping` use them to read files.',
  tags: ['Import'],
  request: {},
  responses: { 200: { description: 'All mappings, by name.', schema: importMappingListResponse } },
  handler: async ({ services }) =>
    ok(wireForm(importMappingListResponse, { mappings: await services.importMappings.list() })),
});
