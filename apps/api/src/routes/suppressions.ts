import { Readable } from 'node:stream';

import {
  emptyBody,
  maximumListedOptOuts,
  optOutBody,
  optOutListBody,
  optOutListQuery,
  optOutListResponse,
  optOutResponse,
  paginationOf,
  removeSuppressionBody,
  suppressionListQuery,
  suppressionListResponse,
  suppressionParams,
  suppressionsPerPage,
  suppressionViewSchema,
  withListQuery,
} from '@leadbridge/contracts';
import type { PageQuery, SuppressionListQuery } from '@leadbridge/contracts';
import { findSourceByLabel } from '@leadbridge/domain';
import { AppError, given, isoTime } from '@leadbridge/platform';
import { requestOptOut, type Suppression } from '@leadbridge/usecases';

import { fieldError } from '../http/field-error.js';
import { ok } from '../http/route-response.js';
import { auditOrigin } from '../pipeline/audit-origin.js';
import { withRows } from '../pipeline/body/index.js';
import { jobRoute } from '../pipeline/job-route.js';
import { route, type Route } from '../pipeline/route.js';
import { domainOf, presentCoveredLead, presentSuppression } from '../presenters/suppression.js';
import { suppressionsAsCsv } from '../presenters/suppressions-csv.js';
import type { ApiServices } from '../services.js';
import { asksForPage, csvResponse, wantsCsv } from './csv-response.js';
import { requestedPage } from './requested-page.js';

/** Suppressions per read of an export. */
const entriesPerRead = 500;

export const suppressionRoutes: readonly Route[] = [
  route.get('/suppressions', {
    permission: 'data.view.readonly',
    summary: 'List suppressions, newest first',
    request: { query: suppressionListQuery },
    responses: {
      200: {
        description:
          'A page of entries. As CSV: all entries, or one page if `limit`, `page` or `cursor` is given.',
        schema: suppressionListResponse,
        mediaTypes: ['text/csv'],
      },
    },
    handler: async ({ query, headers, services }) => {
      const page = { ...query, limit: query.limit ?? suppressionsPerPage };
      const filter = await filterOf(query, services);
      if (wantsCsv(query, headers) && !asksForPage(query)) {
        return csvResponse('suppressions', suppressionsAsCsv(allEntries(filter, services)));
      }
      const found = await services.optOuts.list({ ...requestedPage(page), ...filter });
      if (wantsCsv(query, headers)) {
        return csvResponse('suppressions', suppressionsAsCsv(Readable.from(found.items)));
      }
      return ok({
        suppressions: found.items.map(presentSuppression),
        pagination: paginationOf('suppressions', page, found),
      });
    },
  }),
  route.post('/suppressions', {
    permission: 'data.sync',
    summary: 'Suppress a person or a domain: Do Not Contact',
    description:
      'Marks the person everywhere: no import creates them again, their tickets show it, and the providers of their leads are notified. The entry is durable before the response is sent; the worker notifies the provider within seconds. `leads` are all leads of the person; with `dry_run` they can be seen before. With a `domain`, nobody with an address at it or below it is imported, and every lead with such an address is marked.',
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
        {
          suppressions: services.optOuts,
          settings: () => services.settings.current(),
          clock: services.clock,
        },
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
  }),
  jobRoute.post('/suppressions/bulk', {
    permission: 'data.sync',
    summary: 'Suppress the people and domains of a list',
    description: `At most ${maximumListedOptOuts} rows and 32 MiB. Each row is the opt-out of a person or of a domain: \`added\`, \`known\`, or \`failed\` with the reason in \`GET /jobs/{job_id}/results\`. No lead and no ticket is created; leads that exist are marked as by any opt-out. The body may also be CSV (\`text/csv\`, with a charset unless it is UTF-8), with \`dry_run\` in the query.`,
    request: { query: optOutListQuery, body: optOutListBody },
    responses: { 200: { description: 'How many rows have which result.', schema: optOutListResponse } },
    bodySize: 'list',
    csvBody: true,
    completeBody: withListQuery,
    maxList: { field: 'suppressions', items: maximumListedOptOuts },
    limits: ['sync'],
    writesNothing: ({ body }) => body.dry_run === true,
    job: 'opt_out_list',
    plan: ({ body, list }) => {
      if (list === null) {
        throw fieldError('suppressions', null, 'suppressions has no rows');
      }
      return { input: { dry_run: body.dry_run ?? false }, list: withRows(list, body.rows) };
    },
  }),
  route.get('/suppressions/:suppression_id', {
    permission: 'data.view.readonly',
    summary: 'Get a suppression',
    request: { params: suppressionParams },
    responses: { 200: { description: 'The entry.', schema: suppressionViewSchema } },
    handler: async ({ params: { suppression_id: id }, services }) =>
      ok(presentSuppression((await services.optOuts.find(id)) ?? refuse(id))),
  }),
  route.delete('/suppressions/:suppression_id', {
    permission: 'users.manage',
    summary: 'Remove a suppression',
    description:
      'For an entry that was made by mistake, or a person who has agreed to be contacted again. Its keys no longer block imports, unless another entry has them. The marks on tickets in the PSA stay: remove them there too, or the next notification or reconciliation records the opt-out again. The reason is in the audit log.',
    request: { params: suppressionParams, body: removeSuppressionBody },
    responses: { 204: { description: 'It is removed.', schema: null } },
    handler: async (request) => {
      const { params, body, services } = request;
      const { suppression_id: id } = params;
      const origin = auditOrigin(request);
      const isRemoved = await services.optOuts.remove(id, isoTime(services.clock.now()), (entry) => ({
        ...origin,
        action: 'suppression.removed',
        target: { type: 'suppression', id },
        // Of a person, the log holds nothing but the id.
        changes: {
          reason: { from: null, to: body.reason.trim() },
          ...(domainOf(entry) === null ? {} : { domain: { from: domainOf(entry), to: null } }),
        },
      }));
      return isRemoved ? { status: 204 } : refuse(id);
    },
  }),
  route.post('/suppressions/:suppression_id/retry', {
    permission: 'data.sync',
    summary: 'Notify the provider again, at once',
    description:
      'Restarts the retries for seven more days, and reads CF_101 of the ticket again. An entry that the provider has accepted does not change.',
    request: { params: suppressionParams, body: emptyBody },
    responses: {
      200: {
        description: 'The entry: `pending` until the worker has notified the provider, or unchanged.',
        schema: suppressionViewSchema,
      },
    },
    handler: async ({ params: { suppression_id: id }, services }) => {
      const entry = await services.optOuts.retry(id, isoTime(services.clock.now()));
      return ok(presentSuppression(entry ?? refuse(id)));
    },
  }),
];

type Filter = Omit<Parameters<ApiServices['optOuts']['list']>[0], keyof PageQuery>;

async function filterOf(
  { status, provider, email, domain }: SuppressionListQuery,
  services: ApiServices,
): Promise<Filter> {
  return given({
    ...{ status, email, domain },
    provider: provider === undefined ? undefined : await filteredProvider(provider, services),
  });
}

/** Of a lead whose CF_101 names no source, an entry has that text. @throws AppError if it is in no entry */
async function filteredProvider(provider: string, { settings, optOuts }: ApiServices): Promise<string> {
  const source = findSourceByLabel(settings.current().sources, provider);
  if (source !== null) return source.name;
  const { items } = await optOuts.list({ page: 1, limit: 1, provider });
  if (items.length > 0) return provider;
  throw fieldError('provider', provider, 'provider is neither a source nor in an entry');
}

/** Reads page by page, so that neither many suppressions nor a slow client fill the memory. */
async function* allEntries(filter: Filter, { optOuts }: ApiServices): AsyncIterable<Suppression> {
  let query: PageQuery = { page: 1, limit: entriesPerRead };
  for (;;) {
    const { items, next } = await optOuts.list({ ...filter, ...query });
    yield* items;
    if (next === null) {
      return;
    }
    const number = query.page + 1;
    query = { page: number, limit: entriesPerRead, cursor: { page: number, after: next } };
  }
}

function refuse(suppressionId: string): never {
  throw new AppError('RESOURCE_NOT_FOUND', 'There is no such suppression', {
    details: { suppression_id: suppressionId },
  });
}
