import { recordCallResponse, recordCallBody, type RecordCallBody } from '@leadbridge/contracts';

import { createdWithResult } from '../../pipeline/job-response.js';
import { defineJobRoute } from '../../pipeline/job-route.js';
import type { ApiServices } from '../../services.js';
import { findLead, findOpportunity, findProspect } from '../find-record.js';

export const recordCall = defineJobRoute({
  method: 'post',
  path: '/calls',
  permission: 'data.sync',
  summary: 'Record a call with a lead, a prospect or an opportunity',
  description: 'The call is added to the ticket in the PSA as an Action.',
  tags: ['Calls'],
  request: { body: recordCallBody },
  responses: { 201: { description: 'The call is recorded.', schema: recordCallResponse } },
  errors: [404],
  limits: ['sync'],
  job: 'call_record',
  plan: async ({ body, services }) => {
    await findCalled(body, services);
    return { input: { ...body } };
  },
  present: createdWithResult,
});

async function findCalled(body: RecordCallBody, services: ApiServices): Promise<void> {
  if (body.lead_id !== undefined) {
    await findLead(services, body.lead_id);
  } else if (body.prospect_id !== undefined) {
    await findProspect(services, body.prospect_id);
  } else if (body.opportunity_id !== undefined) {
    await findOpportunity(services, body.opportunity_id);
  }
}
