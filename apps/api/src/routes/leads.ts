import {
  leadDetailsView,
  leadListQuery,
  leadListResponse,
  leadParams,
  paginationOf,
  setLeadStatusBody,
  setLeadStatusResponse,
  timelineQuery,
  timelineResponse,
} from '@leadbridge/contracts';
import type { LeadListQuery, LeadListResponse, TimelineResponse } from '@leadbridge/contracts';
import { searchedTerms } from '@leadbridge/domain';
import { given } from '@leadbridge/platform';
import type { LeadRecord, Page } from '@leadbridge/usecases';

import { ok } from '../http/route-response.js';
import { jobRoute } from '../pipeline/job-route.js';
import { route, type Route } from '../pipeline/route.js';
import { presentLead, presentLeadDetails } from '../presenters/lead.js';
import { presentTimelineEntry } from '../presenters/timeline.js';
import type { ApiServices } from '../services.js';
import { findLead } from './find-record.js';
import { recordQuery, requestedPage } from './requested-page.js';

export const leadRoutes: readonly Route[] = [
  route.get('/leads', {
    permission: 'data.view.readonly',
    summary: 'List leads, by id',
    request: { query: leadListQuery },
    responses: {
      200: {
        description: 'A page of leads, each with its history of transitions.',
        schema: leadListResponse,
      },
    },
    handler: async ({ query, services }) => {
      const found = await findLeads(query, services);
      return ok({
        leads: found.items.map(presentLead),
        pagination: paginationOf('leads', query, found),
      } satisfies LeadListResponse);
    },
  }),
  route.get('/leads/:lead_id', {
    permission: 'data.view.readonly',
    summary: 'Get a lead with its history, the origin of each value, and the values that were not used',
    request: { params: leadParams },
    responses: { 200: { description: 'The lead.', schema: leadDetailsView } },
    handler: async ({ params, services }) => ok(presentLeadDetails(await findLead(services, params.lead_id))),
  }),
  route.get('/leads/:lead_id/timeline', {
    permission: 'data.view.readonly',
    summary: 'List everything that happened to a lead, newest first',
    description:
      'Imports with their results and changes, undos, status changes and who made them, conversion, calls, opt-outs, notes, and events with their deliveries: of the lead and of the prospect and opportunity that it became. Entries do not expire.',
    request: { params: leadParams, query: timelineQuery },
    responses: { 200: { description: 'A page of the timeline.', schema: timelineResponse } },
    handler: async ({ params, query, services }) => {
      const { leadId } = await findLead(services, params.lead_id);
      const found = await services.records.timeline(leadId, requestedPage(query));
      return ok({
        timeline: found.items.map(presentTimelineEntry),
        pagination: paginationOf('timeline', query, found),
      } satisfies TimelineResponse);
    },
  }),
  jobRoute.put('/leads/:lead_id/status', {
    permission: 'data.sync',
    summary: 'Change the status of a lead',
    description:
      'A transition that the lifecycle does not allow is refused; `details.allowed` lists the allowed ones. If the lead already has this status, nothing happens.',
    request: { params: leadParams, body: setLeadStatusBody },
    responses: { 200: { description: 'The lead has this status.', schema: setLeadStatusResponse } },
    limits: ['sync'],
    job: 'lead_status',
    plan: async ({ params, body, services }) => {
      await findLead(services, params.lead_id);
      return { input: { lead_id: params.lead_id, ...body } };
    },
  }),
];

async function findLeads(query: LeadListQuery, services: ApiServices): Promise<Page<LeadRecord>> {
  const { q, psa_ticket_id: psaTicketId, external_id: externalId } = query;
  const terms = q === undefined ? undefined : searchedTerms(q, services.settings.current().defaultCountry);
  // A text without a letter or a digit matches no lead.
  return terms === null
    ? { items: [], total: 0, next: null }
    : await services.records.listLeads({
        ...recordQuery(query, services),
        ...given({ terms, psaTicketId, externalId }),
      });
}
