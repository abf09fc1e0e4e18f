import {
  importMappingBody,
  importMappingListResponse,
  importMappingParams,
  importMappingSchema,
  maxImportMappings,
  wireForm,
} from '@leadbridge/contracts';
import { AppError, isoTime } from '@leadbridge/platform';

import { ok } from '../http/route-response.js';
import { auditOrigin } from '../pipeline/audit-origin.js';
import { route, type Route } from '../pipeline/route.js';
import { mappingChanges } from '../presenters/import-mapping.js';

export const importMappingRoutes: readonly Route[] = [
  route.get('/import-mappings', {
    permission: 'data.sync',
    summary: 'List column mappings, by name',
    description: 'Shared by all users: the console and `leadbridge import --mapping` use them to read files.',
    responses: { 200: { description: 'All mappings, by name.', schema: importMappingListResponse } },
    handler: async ({ services }) =>
      ok(wireForm(importMappingListResponse, { mappings: await services.importMappings.list() })),
  }),
  route.put('/import-mappings/:name', {
    permission: 'data.sync',
    summary: 'Store a column mapping under a name',
    description: `Replaces an existing mapping with the same name. At most ${maxImportMappings} mappings can be stored.`,
    request: { params: importMappingParams, body: importMappingBody },
    responses: { 200: { description: 'The mapping as stored.', schema: importMappingSchema } },
    // A name without a mapping gets one.
    errors: [],
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
  }),
  route.delete('/import-mappings/:name', {
    permission: 'data.sync',
    summary: 'Remove a column mapping',
    request: { params: importMappingParams },
    responses: { 204: { description: 'It is removed.', schema: null } },
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
  }),
];
