import {
  completeBatchOptions,
  completeImportOptions,
  importLeadsResponse,
  importLeadsBody,
  importLeadsQuery,
  maximumBulkLeads,
  withQuery,
} from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineJobRoute } from '../../pipeline/job-route.js';
import { bulkResult } from '../../presenters/bulk-result.js';
import { requestedSource } from '../requested-source.js';

export const importLeads = defineJobRoute({
  method: 'post',
  path: '/sync/leads/bulk',
  permission: 'data.sync',
  summary: 'Import many leads',
  description: `At most ${maximumBulkLeads} leads and 10 MiB. A lead that cannot be imported is listed in \`errors\`; the request still succeeds. The body may also be CSV (\`text/csv\`, with a charset unless it is UTF-8), with \`source\` and the options in the query.`,
  tags: ['Import'],
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
});
