import { Readable } from 'node:stream';

import {
  jobParams,
  jobResultsAnswer,
  jobResultsQuery,
  paginationOf,
  resultsPerPage,
} from '@leadbridge/contracts';
import type { JobResultsQuery, JobRowView } from '@leadbridge/contracts';
import type { JobRow, JobRowQuery } from '@leadbridge/usecases';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { jobRowsAsCsv } from '../../presenters/job-rows-csv.js';
import { presentListedRow, presentRow } from '../../presenters/job-row.js';
import { rowPersonOf } from '../../presenters/row-person.js';
import type { ApiServices } from '../../services.js';
import { asksForPage, csvAnswer, wantsCsv } from '../csv-answer.js';
import { findJobWithRows } from './find-job.js';

export const listJobResults = defineRoute({
  method: 'get',
  path: '/jobs/:job_id/results',
  permission: 'data.view.readonly',
  summary: 'List the rows of a bulk import, an undo or a list of opt-outs, with their results',
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
    const personOf = rowPersonOf(record, services);
    const present = record.type === 'opt_out_list' ? presentListedRow : presentRow;
    const viewOf = (row: JobRow): JobRowView => ({ ...present(row), ...personOf(row) });
    const { limit = resultsPerPage, ...filter } = query;
    const page = { ...filter, limit };
    if (wantsCsv(query, headers)) {
      const rows = await csvRows(jobId, query, asksForPage(query) ? page : null, services);
      return csvAnswer(jobId, jobRowsAsCsv(...rows, viewOf));
    }
    const found = await services.jobs.rows(jobId, page);
    return ok({
      results: found.items.map(viewOf),
      pagination: paginationOf('job_rows', page, found),
    });
  },
});

/** The rows of the requested page, or all rows that match the filter if no page is requested. */
async function csvRows(
  jobId: string,
  { status, result }: JobResultsQuery,
  page: JobRowQuery | null,
  { jobs }: ApiServices,
): Promise<readonly [AsyncIterable<JobRow>, (view: JobRowView) => boolean]> {
  if (page !== null) {
    const { items } = await jobs.rows(jobId, page);
    return [Readable.from(items), () => true];
  }
  const rows = jobs.streamRows(jobId, { withData: true, ...(status === undefined ? {} : { status }) });
  return [rows, (view) => result === undefined || view.result === result];
}
