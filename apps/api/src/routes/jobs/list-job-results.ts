import type { IncomingHttpHeaders } from 'node:http';

import { jobParams, jobResultsAnswer, jobResultsQuery, paginationOf } from '@leadbridge/contracts';
import type { JobResultsQuery } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import type { Answer } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { jobRowsAsCsv } from '../../presenters/job-rows-csv.js';
import { presentRow } from '../../presenters/job-row.js';
import type { ApiServices } from '../../services.js';
import { findBulkImport } from './find-job.js';

export const listJobResults = defineRoute({
  method: 'get',
  path: '/jobs/:job_id/results',
  permission: 'data.view.readonly',
  summary: 'The rows of a bulk import and what came of them',
  tags: ['Jobs'],
  request: { params: jobParams, query: jobResultsQuery },
  answers: {
    200: {
      description: 'A page of rows; as CSV all of them.',
      schema: jobResultsAnswer,
      mediaTypes: ['text/csv'],
    },
  },
  errors: [404],
  handler: async ({ params, query, headers, services }) => {
    const { jobId } = await findBulkImport(services, params.job_id);
    if (wantsCsv(query, headers)) {
      return csvAnswer(jobId, query, services);
    }
    const found = await services.jobs.rows(jobId, query);
    return ok({ results: found.items.map(presentRow), pagination: paginationOf('job_rows', query, found) });
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

function csvAnswer(jobId: string, query: JobResultsQuery, services: ApiServices): Answer {
  const { status, result } = query;
  const rows = services.jobs.streamRows(jobId, status === undefined ? {} : { status });
  const wanted = (view: { result?: string }): boolean => result === undefined || view.result === result;
  return {
    status: 200,
    headers: { 'Content-Disposition': `attachment; filename="${jobId}.csv"` },
    stream: { mediaType: 'text/csv; charset=utf-8', chunks: jobRowsAsCsv(rows, wanted) },
  };
}
