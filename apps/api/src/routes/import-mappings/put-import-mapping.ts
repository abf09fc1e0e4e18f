import {
  importMappingBody,
  importMappingParams,
  importMappingSchema,
  maxImportMappings,
  wireForm,
} from '@leadbridge/contracts';
import { AppError, isoTime } from '@leadbridge/platform';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { auditOrigin } from '../../pipeline/audit-origin.js';
import { mappingChanges } from '../../presenters/import-mapping.js';

export const putImportMapping = defineRoute({
  method: 'put',
  path: '/import-mappings/:name',
  permission: 'data.sync',
  summary: 'Store a column mapping under a name',
  description: `Replaces an existing mapping with the same name. At most ${maxImportMappings} mappings can be stored.`,
  tags: ['Import'],
  request: { params: importMappingParams, body: importMappingBody },
  responses: { 200: { description: 'The mapping as stored.', schema: importMappingSchema } },
  handler: async (request) => {
    const { params, body, services } = request;
    const updatedAt = isoTime(services.clock.now());
    const origin = auditOrigin(request);
    const mapping = { name: params.name, columns: body.columns, updatedAt, updatedBy: origin.actor.name };
    const isSaved = await services.importMappings.save(mapping, maxImportMappings, (before) => ({
      ...origin,
      action: 'import_mapping.saved',
      target: { type: 'import_mapping', id: mapping.name },
      changes: mappingChanges(before, mapping),
    }));
    if (!isSaved) {
      throw new AppError(
        'VALIDATION_ERROR',
        `There are ${maxImportMappings} mappings already: remove one first`,
        { details: { field: 'name', max: maxImportMappings } },
      );
    }
    return ok(wireForm(importMappingSchema, mapping));
  },
});
