import { optOutResponse, optOutBody } from '@leadbridge/contracts';
import { requestOptOut } from '@leadbridge/usecases';

import { defineRoute } from '../../pipeline/route.js';
import { presentCoveredLead, presentSuppression } from '../../presenters/suppression.js';

export const postSuppression = defineRoute({
  method: 'post',
  path: '/suppressions',
  permission: 'data.sync',
  summary: 'Suppress a person or a domain: Do Not Contact',
  description:
    'Marks the person everywhere: no import creates them again, their tickets show it, and the providers of their leads are notified. The entry is durable before the response is sent; the worker notifies the provider within seconds. `leads` are all leads of the person; with `dry_run` they can be seen before. With a `domain`, nobody with an address at it or below it is imported, and every lead with such an address is marked.',
  tags: ['Suppressions'],
  idempotent: true,
  mcpTool: 'suppress_person',
  writesNothing: ({ body }) => body.dry_run === true,
  request: { body: optOutBody },
  responses: {
    200: {
      description: 'The person or domain is already suppressed, or the request is a dry run.',
      schema: optOutResponse,
    },
    201: { description: 'The new entries.', schema: optOutResponse },
  },
  errors: [404],
  handler: async ({ body, credential, services }) => {
    const { entries, isNew, leads } = await requestOptOut(
      { suppressions: services.optOuts, settings: () => services.settings.current(), clock: services.clock },
      body,
      credential?.id ?? 'unknown',
    );
    return {
      status: isNew ? 201 : 200,
      body: {
        success: true,
        suppressions: entries.map(presentSuppression),
        leads: leads.map(presentCoveredLead),
        ...(body.dry_run === true ? { dry_run: true } : {}),
      },
    };
  },
});
