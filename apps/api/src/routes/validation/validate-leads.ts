import {
  completeImportOptions,
  maximumValidatedLeads,
  validateLeadsResponse,
  validateLeadsBody,
} from '@leadbridge/contracts';
import { validateLeads as judge } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentVerdict } from '../../presenters/lead-verdict.js';
import { requestedSource } from '../requested-source.js';
import { checkLeadSize } from '../sync/check-lead-size.js';

export const validateLeads = defineRoute({
  method: 'post',
  path: '/validate/leads',
  permission: 'data.view.readonly',
  summary: 'Check leads without importing them',
  description: `Returns the result that an import of the same leads would have, by the same rules, and stores nothing. Takes one lead (\`data\`) or up to ${maximumValidatedLeads} (\`leads\`).`,
  tags: ['Import'],
  request: { body: validateLeadsBody },
  maxList: { field: 'leads', items: maximumValidatedLeads },
  writesNothing: () => true,
  responses: {
    200: {
      description: 'Whether an import would accept the lead, or each of the leads.',
      schema: validateLeadsResponse,
    },
  },
  handler: async ({ body: { source: name, data, leads, options }, services }) => {
    const source = requestedSource(name, services);
    const sent = leads ?? [data];
    sent.forEach((lead, index) => {
      checkLeadSize(lead, leads === undefined ? 'data' : `leads.${index}`);
    });
    const { strict } = completeImportOptions(options);
    const verdicts = await judge({ source, leads: sent, strict }, services.settings.current());
    const results = verdicts.map(presentVerdict);
    return ok(leads === undefined ? results[0] : { results });
  },
});
