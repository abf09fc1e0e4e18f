import {
  maximumListedOptOuts,
  optOutListResponse,
  optOutListBody,
  optOutListQuery,
  withListQuery,
} from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { defineJobRoute } from '../../pipeline/job-route.js';

export const importSuppressions = defineJobRoute({
  method: 'post',
  path: '/suppressions/bulk',
  permission: 'data.sync',
  summary: 'Suppress the people and domains of a list',
  description: `At most ${maximumListedOptOuts} rows and 32 MiB. Each row is the opt-out of a person or of a domain: \`added\`, \`known\`, or \`failed\` with the reason in \`GET /jobs/{job_id}/results\`. No lead and no ticket is created; leads that exist are marked as by any opt-out. The body may also be CSV (\`text/csv\`, with a charset unless it is UTF-8), with \`dry_run\` in the query.`,
  tags: ['Suppressions'],
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
      throw new AppError('VALIDATION_ERROR', 'suppressions has no rows', {
        details: { field: 'suppressions', value: null },
      });
    }
    return { input: { dry_run: body.dry_run ?? false }, list };
  },
});
