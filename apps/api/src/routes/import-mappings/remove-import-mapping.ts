import { importMappingParams } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { mappingChanges } from '../../presenters/import-mapping.js';

export const removeImportMapping = defineRoute({
  method: 'delete',
  path: '/import-mappings/:name',
  permission: 'data.sync',
  summary: 'Remove a column mapping',
  tags: ['Import'],
  request: { params: importMappingParams },
  responses: { 204: { description: 'It is removed.', schema: null } },
  errors: [404],
  handler: async (request) => {
    const { name } = request.params;
    const { importMappings, clock } = request.services;
    const origin = auditOrigin(request);
    const isRemoved = await importMappings.remove(name, clock.now(), (before) => ({
      ...origin,
      action: 'import_mapping.removed',
      target: { type: 'import_mapping', id: name },
      changes: mappingChanges(before, null),
    }));
    if (!isRemoved) {
      throw new AppError('RESOURCE_NOT_FOUND', 'There is no mapping with this name');
    }
    return { status: 204 };
  },
});
