import { Readable } from 'node:stream';

import {
  jobParams,
  jobResultsResponse,
  jobResultsQuery,
  paginationOf,
  resultsPerPage,
} from '@leadbridge/contracts';
import type { JobRowView } from '@leadbridge/contracts';
import type { JobRecord, JobRow } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { jobRowsAsCsv } from '../../presenters/job-rows-csv.js';
import { presentListedRow, presentRow } from '../../presenters/job-row.js';
import { withPersons } from '../../presenters/row-person.js';
import type { ApiServices } from '../../services.js';
import { asksForPage, csvResponse, wantsCsv } from '../csv-response.js';
import { findJobWithRows } from './find-job.js';

export const listJobResults = defineRoute({
  method: 'get',
  path: '/jobs/:job_id/results',
  permission: 'data.view.readonly',
  summary: 'List the rows of a bulk import, an undo or a list of opt-outs, with their results',
  tags: ['Jobs'],
  request: { params: jobParams, query: jobResultsQuery },
  responses: {
    200: {
      description: 'A page of rows. As CSV: all rows, or one page if `limit`, `page` or `cursor` is given.',
      schema: jobResultsResponse,
      mediaTypes: ['text/csv'],
    },
  },
  errors: [404],
  handler: async ({ params, query, headers, services }) => {
    const record = await findJobWithRows(services, params.job_id);
    const { jobId } = record;
    const { limit = resultsPerPage, ...filter } = query;
    const page = { ...filter, limit };
    if (wantsCsv(query, headers) && !asksForPage(query)) {
      const rows = services.jobs.streamRows(jobId, query);
      return csvResponse(jobId, jobRowsAsCsv(viewsOf(record, rows, services)));
    }
    const found = await services.jobs.rows(jobId, page);
    const views = viewsOf(record, Readable.from(found.items), services);
    if (wantsCsv(query, headers)) {
      return csvResponse(jobId, jobRowsAsCsv(views));
    }
    const results: JobRowView[] = [];
    for await (const view of views) {
      results.push(view);
    }
    return ok({ results, pagination: paginationOf('job_rows', page, found) });
  },
});

async function* viewsOf(
  { jobId, type }: Pick<JobRecord, 'jobId' | 'type'>,
  rows: AsyncIterable<JobRow>,
  services: ApiServices,
): AsyncIterable<JobRowView> {
  const present = type === 'opt_out_list' ? presentListedRow : presentRow;
  for await (const [row, person] of withPersons(jobId, rows, services)) {
    yield { ...present(row), ...person };
  }
}
