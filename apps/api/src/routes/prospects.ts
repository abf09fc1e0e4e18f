import {
  convertLeadBody,
  convertLeadResponse,
  leadParams,
  paginationOf,
  prospectListQuery,
  prospectListResponse,
  prospectParams,
  prospectView,
  setProspectStatusBody,
  setProspectStatusResponse,
} from '@leadbridge/contracts';
import type { ProspectListResponse } from '@leadbridge/contracts';

import { ok } from '../http/route-response.js';
import { createdWithResult } from '../pipeline/job-response.js';
import { jobRoute } from '../pipeline/job-route.js';
import { route, type Route } from '../pipeline/route.js';
import { presentProspect } from '../presenters/prospect.js';
import { findLead, findProspect } from './find-record.js';
import { recordQuery } from './requested-page.js';

export const prospectRoutes: readonly Route[] = [
  jobRoute.post('/prospects/convert/:lead_id', {
    permission: 'data.sync',
    summary: 'Convert an engaged lead to a prospect',
    description: 'All data of the lead is carried over. A lead can be converted once.',
    request: { params: leadParams, body: convertLeadBody },
    responses: { 201: { description: 'The lead is now a prospect.', schema: convertLeadResponse } },
    limits: ['sync'],
    job: 'prospect_conversion',
    plan: async ({ params, body, services }) => {
      await findLead(services, params.lead_id);
      return { input: { lead_id: params.lead_id, ...body } };
    },
    present: createdWithResult,
  }),
  route.get('/prospects', {
    permission: 'data.view.readonly',
    summary: 'List prospects, by id',
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
  }),
  route.get('/prospects/:prospect_id', {
    permission: 'data.view.readonly',
    summary: 'Get a prospect with contact, research and qualification data',
    request: { params: prospectParams },
    responses: { 200: { description: 'The prospect.', schema: prospectView } },
    handler: async ({ params, services }) =>
      ok(presentProspect(await findProspect(services, params.prospect_id))),
  }),
  jobRoute.put('/prospects/:prospect_id/status', {
    permission: 'data.sync',
    summary: 'Change the status of a prospect',
    description:
      '`qualified` requires all five criteria, `disqualified` requires that at least one is missing. An error lists each missing criterion. The request may include missing values.',
    request: { params: prospectParams, body: setProspectStatusBody },
    responses: { 200: { description: 'The prospect has this status.', schema: setProspectStatusResponse } },
    limits: ['sync'],
    job: 'prospect_status',
    plan: async ({ params, body, services }) => {
      await findProspect(services, params.prospect_id);
      return { input: { prospect_id: params.prospect_id, ...body } };
    },
  }),
];
