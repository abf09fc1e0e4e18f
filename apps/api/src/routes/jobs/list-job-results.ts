import { Readable } from 'node:stream';

import {
  jobParams,
  jobResultsAnswer,
  jobResultsQuery,
  paginationOf,
  resultsPerPage,
} from '@leadbridge/contracts';
import type { JobRowView } from '@leadbridge/contracts';
import type { JobRow } from '@leadbridge/usecases';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { jobRowsAsCsv } from '../../presenters/job-rows-csv.js';
import { presentRow } from '../../presenters/job-row.js';
import { withPersons } from '../../presenters/row-person.js';
import type { ApiServices } from '../../services.js';
import { asksForPage, csvAnswer, wantsCsv } from '../csv-answer.js';
import { findJobWithRows } from './find-job.js';

export const listJobResults = defineRoute({
  method: 'get',
  path: '/jobs/:job_id/results',
  permission: 'data.view.readonly',
  summary: 'List the rows of a bulk import or an undo, with their results',
  tags: ['Jobs'],
  request: { params: jobParams, query: jobResultsQuery },
  answers: {
    200: {
      description: 'A page of rows. As CSV: all rows, or one page if `limit`, `page` or `cursor` is given.',
      schema: jobResultsAnswer,
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
      return csvAnswer(jobId, jobRowsAsCsv(viewsOf(jobId, rows, services)));
    }
    const found = await services.jobs.rows(jobId, page);
    const views = viewsOf(jobId, Readable.from(found.items), services);
    if (wantsCsv(query, headers)) {
      return csvAnswer(jobId, jobRowsAsCsv(views));
    }
    const results: JobRowView[] = [];
    for await (const view of views) {
      results.push(view);
    }
    return ok({ results, pagination: paginationOf('job_rows', page, found) });
  },
});

async function* viewsOf(
  jobId: string,
  rows: AsyncIterable<JobRow>,
  services: ApiServices,
): AsyncIterable<JobRowView> {
  for await (const [row, person] of withPersons(jobId, rows, services)) {
    yield { ...presentRow(row), ...person };
  }
}
