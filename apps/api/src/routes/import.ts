import {
  completeBatchOptions,
  completeImportOptions,
  importLeadBody,
  importLeadResponse,
  importLeadsBody,
  importLeadsQuery,
  importLeadsResponse,
  maximumBulkLeads,
  maximumValidatedLeads,
  validateLeadsBody,
  validateLeadsResponse,
  withQuery,
} from '@leadbridge/contracts';
import { validateLeads } from '@leadbridge/usecases';

import { fieldError } from '../http/field-error.js';
import { ok } from '../http/route-response.js';
import { countValues, maxItemValues } from '../pipeline/body/index.js';
import { createdWithResult, withResult } from '../pipeline/job-response.js';
import { jobRoute } from '../pipeline/job-route.js';
import { route, type Route } from '../pipeline/route.js';
import { bulkResult } from '../presenters/bulk-result.js';
import { presentVerdict } from '../presenters/lead-verdict.js';
import { requestedSource } from './requested-source.js';

export const importRoutes: readonly Route[] = [
  jobRoute.post('/sync/leads', {
    permission: 'data.sync',
    summary: 'Import one lead',
    request: { body: importLeadBody },
    responses: {
      200: {
        description: 'An existing lead was updated, skipped or preserved; or the result of a dry run.',
        schema: importLeadResponse,
      },
      201: { description: 'The lead was created.', schema: importLeadResponse },
    },
    limits: ['sync'],
    writesNothing: ({ body: { options } }) => options?.dry_run === true,
    job: 'lead_import',
    plan: ({ body, services }) => {
      const source = requestedSource(body.source, services);
      checkLeadSize(body.data, 'data');
      return {
        input: { source: source.name, data: body.data, options: completeImportOptions(body.options) },
      };
    },
    present: (record) =>
      record.result?.result === 'created' && record.result.dryRun !== true
        ? createdWithResult(record)
        : withResult(record),
  }),
  jobRoute.post('/sync/leads/bulk', {
    permission: 'data.sync',
    summary: 'Import many leads',
    description: `At most ${maximumBulkLeads} leads and 10 MiB. A lead that cannot be imported is listed in \`errors\`; the request still succeeds. The body may also be CSV (\`text/csv\`, with a charset unless it is UTF-8), with \`source\` and the options in the query.`,
    request: { query: importLeadsQuery, body: importLeadsBody },
    responses: { 200: { description: 'The result of each lead.', schema: importLeadsResponse } },
    bodySize: 'bulk',
    csvBody: true,
    completeBody: withQuery,
    mcpTool: 'plan_import',
    writesNothing: ({ body: { batch_options: options } }) => options?.dry_run === true,
    maxList: { field: 'leads', items: maximumBulkLeads },
    limits: ['sync', 'bulk'],
    job: 'bulk_import',
    plan: ({ body, services }) => {
      const source = requestedSource(body.source, services);
      return {
        input: {
          source: source.name,
          options: completeImportOptions(body.options),
          batch_options: completeBatchOptions(body.batch_options),
        },
        rows: body.leads.map((data, index) => {
          const row = body.rows?.[index];
          return { index, ...(row === undefined ? {} : { row }), data };
        }),
      };
    },
    present: async (record, services) => ok(await bulkResult(record, services)),
  }),
  route.post('/validate/leads', {
    permission: 'data.view.readonly',
    summary: 'Check leads without importing them',
    description: `Returns the result that an import of the same leads would have, by the same rules, and stores nothing. Takes one lead (\`data\`) or up to ${maximumValidatedLeads} (\`leads\`).`,
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
      const verdicts = await validateLeads({ source, leads: sent, strict }, services.settings.current());
      const results = verdicts.map(presentVerdict);
      return ok(leads === undefined ? results[0] : { results });
    },
  }),
];

/** @throws AppError 413 for a lead with more values than any real lead has */
export function checkLeadSize(lead: unknown, field: string): void {
  if (countValues(lead, maxItemValues) > maxItemValues) {
    throw fieldError(field, null, `${field} holds more than ${maxItemValues} values`, 413);
  }
}
