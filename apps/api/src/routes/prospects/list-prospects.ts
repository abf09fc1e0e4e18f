import { prospectListResponse, prospectListQuery, paginationOf } from '@leadbridge/contracts';
import type { ProspectListResponse } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentProspect } from '../../presenters/prospect.js';
import { recordQuery } from '../record-query.js';

export const listProspects = defineRoute({
  method: 'get',
  path: '/prospects',
  permission: 'data.view.readonly',
  summary: 'List prospects, by id',
  tags: ['Prospects'],
  request: { query: prospectListQuery },
  responses: {
    200: {
      description: 'A page of prospects, each with its history of transitions.',
      schema: prospectListResponse,
    },
  },
  handler: async ({ query, services }) => {
    const found = await services.records.listProspects(recordQuery(query, services));
    return ok({
      prospects: found.items.map(presentProspect),
      pagination: paginationOf('prospects', query, found),
    } satisfies ProspectListResponse);
  },
});
