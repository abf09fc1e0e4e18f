import { errorLogQuery, errorLogResponse, paginationOf, type ErrorLogResponse } from '@leadbridge/contracts';
import { given } from '@leadbridge/platform';

import { ok } from '../http/route-response.js';
import { route, type Route } from '../pipeline/route.js';
import { presentErrorLog } from '../presenters/error-log-view.js';
import { requestedFilter, requestedPage } from './requested-page.js';
import { requestedDays } from './requested-period.js';
import { filteredSource } from './requested-source.js';

export const errorRoutes: readonly Route[] = [
  route.get('/errors', {
    permission: 'logs.view',
    summary: 'List error log entries, newest first',
    description:
      'Failed rows, errors of the PSA and of providers, missing lists, illegal transitions and failed deliveries of the last 90 days, Rows of one bulk import that failed for the same reason share one entry, which names the first of them in `details.rows`. The log stores no personal data except ids: names are read from the rows and leads as long as these have them. `fault` says who has to act.',
    request: { query: errorLogQuery },
    responses: { 200: { description: 'A page of entries.', schema: errorLogResponse } },
    handler: async ({ query, services }) => {
      const { startDate: _start, endDate: _end, code: errorCode, ...filter } = requestedFilter(query);
      const leadSource = filteredSource(filter.leadSource, services, 'lead_source');
      const found = await services.errorLog.list({
        ...requestedPage(query),
        ...filter,
        ...given({ errorCode, leadSource }),
        ...requestedDays(query),
      });
      return ok({
        errors: await presentErrorLog(found.items, services),
        pagination: paginationOf('errors', query, found),
      } satisfies ErrorLogResponse);
    },
  }),
];
