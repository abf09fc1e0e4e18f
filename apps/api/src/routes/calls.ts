import {
  callListQuery,
  callListResponse,
  callView,
  paginationOf,
  recordCallBody,
  recordCallResponse,
  wireForm,
} from '@leadbridge/contracts';
import type { CallListResponse, RecordCallBody } from '@leadbridge/contracts';

import { fieldError } from '../http/field-error.js';
import { ok } from '../http/route-response.js';
import { createdWithResult } from '../pipeline/job-response.js';
import { jobRoute } from '../pipeline/job-route.js';
import { route, type Route } from '../pipeline/route.js';
import type { ApiServices } from '../services.js';
import { findLead, findOpportunity, findProspect } from './find-record.js';
import { requestedFilter, requestedPage } from './requested-page.js';

/** A local time that was sent as UTC is up to 14 hours ahead: no reason to lose the call. */
const clockToleranceMs = 24 * 3_600_000;

export const callRoutes: readonly Route[] = [
  jobRoute.post('/calls', {
    permission: 'data.sync',
    summary: 'Record a call with a lead, a prospect or an opportunity',
    description:
      'The call is added to the ticket in the PSA as an Action. An `occurred_at` more than a day from now is refused, as the call has taken place.',
    request: { body: recordCallBody },
    responses: { 201: { description: 'The call is recorded.', schema: recordCallResponse } },
    errors: [404],
    limits: ['sync'],
    job: 'call_record',
    plan: async ({ body, services }) => {
      const { occurred_at: occurredAt } = body;
      if (Date.parse(occurredAt) > services.clock.now() + clockToleranceMs) {
        throw fieldError('occurred_at', occurredAt, 'occurred_at must not lie in the future');
      }
      await findCalled(body, services);
      return { input: { ...body } };
    },
    present: createdWithResult,
  }),
  route.get('/calls', {
    permission: 'data.view.readonly',
    summary: 'List recorded calls, newest first',
    request: { query: callListQuery },
    responses: { 200: { description: 'A page of calls.', schema: callListResponse } },
    handler: async ({ query, services }) => {
      const found = await services.records.listCalls({ ...requestedPage(query), ...requestedFilter(query) });
      return ok({
        calls: found.items.map((call) => wireForm(callView, call)),
        pagination: paginationOf('calls', query, found),
      } satisfies CallListResponse);
    },
  }),
];

async function findCalled(body: RecordCallBody, services: ApiServices): Promise<void> {
  if (body.lead_id !== undefined) {
    await findLead(services, body.lead_id);
  } else if (body.prospect_id !== undefined) {
    await findProspect(services, body.prospect_id);
  } else if (body.opportunity_id !== undefined) {
    await findOpportunity(services, body.opportunity_id);
  }
}
