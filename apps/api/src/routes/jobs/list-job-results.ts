import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';

import {
  jobParams,
  jobResultsAnswer,
  jobResultsQuery,
  paginationOf,
  resultsPerPage,
} from '@leadbridge/contracts';
import type { JobResultsQuery } from '@leadbridge/contracts';
import type { JobRowQuery } from '@leadbridge/usecases';

import { ok } from '../../http/answer.js';
import type { Answer } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { jobRowsAsCsv } from '../../presenters/job-rows-csv.js';
import { presentRow } from '../../presenters/job-row.js';
import type { ApiServices } from '../../services.js';
import { findJobWithRows } from './find-job.js';

export const listJobResults = defineRoute({
  method: 'get',
  path: '/jobs/:job_id/results',
  permission: 'data.view.readonly',
  summary: 'The rows of a bulk import or an undo and what came of them',
  tags: ['Jobs'],
  request: { params: jobParams, query: jobResultsQuery },
  answers: {
    200: {
      description: 'A page of rows; as CSV all of them, or with `limit`, `page` or `cursor` one page.',
      schema: jobResultsAnswer,
      mediaTypes: ['text/csv'],
    },
  },
  errors: [404],
  handler: async ({ params, query, headers, services }) => {
    const { jobId } = await findJobWithRows(services, params.job_id);
    const { limit = resultsPerPage, ...filter } = query;
    const page = { ...filter, limit };
    if (wantsCsv(query, headers)) {
      const isPaged = query.limit !== undefined || query.page > 1 || query.cursor !== undefined;
      return csvAnswer(
        jobId,
        jobRowsAsCsv(...(await csvRows(jobId, query, isPaged ? page : null, services))),
      );
    }
    const found = await services.jobs.rows(jobId, page);
    return ok({ results: found.items.map(presentRow), pagination: paginationOf('job_rows', page, found) });
  },
});

function wantsCsv(query: JobResultsQuery, headers: IncomingHttpHeaders): boolean {
  if (query.format !== undefined) {
    return query.format === 'csv';
  }
  const csv = preferenceFor('text/csv', headers.accept);
  return csv > 0 && csv > preferenceFor('application/json', headers.accept);
}

/** How much an `Accept` header wants a media type that it names (RFC 9110, "Accept"): 0 to 1; 0 for one that it does not name. */
function preferenceFor(mediaType: string, accept = ''): number {
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    if (name === mediaType) {
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
    }
  }
  return 0;
}

/** The rows of one page, or where there is none all that the filter lets through, and which of them are wanted. */
async function csvRows(
  jobId: string,
  { status, result }: JobResultsQuery,
  page: JobRowQuery | null,
  { jobs }: ApiServices,
): Promise<Parameters<typeof jobRowsAsCsv>> {
  if (page !== null) {
    const { items } = await jobs.rows(jobId, page);
    return [Readable.from(items), () => true];
  }
  const rows = jobs.streamRows(jobId, status === undefined ? {} : { status });
  return [rows, (view) => result === undefined || view.result === result];
}

function csvAnswer(jobId: string, chunks: AsyncIterable<string>): Answer {
  return {
    status: 200,
    headers: { 'Content-Disposition': `attachment; filename="${jobId}.csv"` },
    stream: { mediaType: 'text/csv; charset=utf-8', chunks },
  };
}
