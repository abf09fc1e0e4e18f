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
import { defineJobRoute } from '../pipeline/job-route.js';
import { defineRoute, type Route } from '../pipeline/route.js';
import { presentOpportunity } from '../presenters/opportunity.js';
import { findOpportunity, findProspect } from './find-record.js';
import { recordQuery } from './requested-page.js';

export const opportunityRoutes: readonly Route[] = [
  defineJobRoute({
    method: 'post',
    path: '/opportunities',
    permission: 'data.sync',
    summary: 'Promote a qualified prospect to an opportunity',
    description:
      'Contact, research and qualification data are carried over. A prospect can be promoted once.',
    tags: ['Opportunities'],
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
  defineRoute({
    method: 'get',
    path: '/opportunities',
    permission: 'data.view.readonly',
    summary: 'List opportunities, by id',
    tags: ['Opportunities'],
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
  defineRoute({
    method: 'get',
    path: '/opportunities/:opportunity_id',
    permission: 'data.view.readonly',
    summary: 'Get an opportunity with all inherited data',
    tags: ['Opportunities'],
    request: { params: opportunityParams },
    responses: { 200: { description: 'The opportunity.', schema: opportunityView } },
    errors: [404],
    handler: async ({ params, services }) =>
      ok(presentOpportunity(await findOpportunity(services, params.opportunity_id))),
  }),
  defineJobRoute({
    method: 'put',
    path: '/opportunities/:opportunity_id',
    permission: 'data.sync',
    summary: 'Change the status and data of an opportunity',
    description: 'After `won` or `lost`, status, value and probability are final; notes may still be added.',
    tags: ['Opportunities'],
    request: { params: opportunityParams, body: updateOpportunityBody },
    responses: {
      200: { description: 'The current state of the opportunity.', schema: updateOpportunityResponse },
    },
    errors: [404],
    limits: ['sync'],
    job: 'opportunity_update',
    plan: async ({ params, body, services }) => {
      await findOpportunity(services, params.opportunity_id);
      return { input: { opportunity_id: params.opportunity_id, ...body } };
    },
  }),
];
