import { importMappingParams } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { defineRoute } from '../../pipeline/route.js';

export const removeImportMapping = defineRoute({
  method: 'delete',
  path: '/import-mappings/:name',
  permission: 'data.sync',
  summary: 'Remove a column mapping',
  tags: ['Import'],
  request: { params: importMappingParams },
  answers: { 204: { description: 'It is removed.', schema: null } },
  errors: [404],
  handler: async ({ params: { name }, services }) => {
    if (!(await services.importMappings.remove(name))) {
      throw new AppError('RESOURCE_NOT_FOUND', 'There is no mapping with this name');
    }
    return { status: 204 };
  },
});
