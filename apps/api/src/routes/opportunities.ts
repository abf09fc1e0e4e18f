import {
  createOpportunityBody,
  createOpportunityResponse,
  opportunityListQuery,
  opportunityListResponse,
  opportunityParams,
  opportunityView,
  paginationOf,
  updateOpportunityBody,
  updateOpportunityResponse,
} from '@leadbridge/contracts';
import type { OpportunityListResponse } from '@leadbridge/contracts';

import { ok } from '../http/route-response.js';
import { createdWithResult } from '../pipeline/job-response.js';
import { jobRoute } from '../pipeline/job-route.js';
import { route, type Route } from '../pipeline/route.js';
import { presentOpportunity } from '../presenters/opportunity.js';
import { findOpportunity, findProspect } from './find-record.js';
import { recordQuery } from './requested-page.js';

export const opportunityRoutes: readonly Route[] = [
  jobRoute.post('/opportunities', {
    permission: 'data.sync',
    summary: 'Promote a qualified prospect to an opportunity',
    description:
      'Contact, research and qualification data are carried over. A prospect can be promoted once.',
    request: { body: createOpportunityBody },
    responses: { 201: { description: 'The opportunity is created.', schema: createOpportunityResponse } },
    errors: [404],
    limits: ['sync'],
    job: 'opportunity_creation',
    plan: async ({ body, services }) => {
      await findProspect(services, body.prospect_id);
      return { input: { ...body } };
    },
    present: createdWithResult,
  }),
  route.get('/opportunities', {
    permission: 'data.view.readonly',
    summary: 'List opportunities, by id',
    request: { query: opportunityListQuery },
    responses: {
      200: {
        description: 'A page of opportunities, each with its history of transitions.',
        schema: opportunityListResponse,
      },
    },
    handler: async ({ query, services }) => {
      const found = await services.records.listOpportunities(recordQuery(query, services));
      return ok({
        opportunities: found.items.map(presentOpportunity),
        pagination: paginationOf('opportunities', query, found),
      } satisfies OpportunityListResponse);
    },
  }),
  route.get('/opportunities/:opportunity_id', {
    permission: 'data.view.readonly',
    summary: 'Get an opportunity with all inherited data',
    request: { params: opportunityParams },
    responses: { 200: { description: 'The opportunity.', schema: opportunityView } },
    handler: async ({ params, services }) =>
      ok(presentOpportunity(await findOpportunity(services, params.opportunity_id))),
  }),
  jobRoute.put('/opportunities/:opportunity_id', {
    permission: 'data.sync',
    summary: 'Change the status and data of an opportunity',
    description: 'After `won` or `lost`, status, value and probability are final; notes may still be added.',
    request: { params: opportunityParams, body: updateOpportunityBody },
    responses: {
      200: { description: 'The current state of the opportunity.', schema: updateOpportunityResponse },
    },
    limits: ['sync'],
    job: 'opportunity_update',
    plan: async ({ params, body, services }) => {
      await findOpportunity(services, params.opportunity_id);
      return { input: { opportunity_id: params.opportunity_id, ...body } };
    },
  }),
];
