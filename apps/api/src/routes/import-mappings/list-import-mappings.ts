import { importMappingListAnswer } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentImportMapping } from '../../presenters/import-mapping.js';

export const listImportMappings = defineRoute({
  method: 'get',
  path: '/import-mappings',
  permission: 'data.sync',
  summary: 'How the columns of files become fields, by name',
  description: 'Stored for all users: the console and `leadbridge import --mapping` read files by them.',
  tags: ['Import'],
  request: {},
  answers: { 200: { description: 'All mappings, by their names.', schema: importMappingListAnswer } },
  handler: async ({ services }) =>
    ok({ mappings: (await services.importMappings.list()).map(presentImportMapping) }),
});
