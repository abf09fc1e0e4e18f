import { leadParams, paginationOf, timelineResponse, timelineQuery } from '@leadbridge/contracts';
import type { TimelineResponse } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentTimelineEntry } from '../../presenters/timeline.js';
import { findLead } from '../find-record.js';
import { requestedPage } from '../requested-page.js';

export const listTimeline = defineRoute({
  method: 'get',
  path: '/leads/:lead_id/timeline',
  permission: 'data.view.readonly',
  summary: 'List everything that happened to a lead, newest first',
  description:
    'Imports with their results and changes, undos, status changes and who made them, conversion, calls, opt-outs, notes, and events with their deliveries: of the lead and of the prospect and opportunity that it became. Entries do not expire.',
  tags: ['Leads'],
  request: { params: leadParams, query: timelineQuery },
  responses: { 200: { description: 'A page of the timeline.', schema: timelineResponse } },
  errors: [404],
  handler: async ({ params, query, services }) => {
    const { leadId } = await findLead(services, params.lead_id);
    const found = await services.records.timeline(leadId, requestedPage(query));
    return ok({
      timeline: found.items.map(presentTimelineEntry),
      pagination: paginationOf('timeline', query, found),
    } satisfies TimelineResponse);
  },
});
