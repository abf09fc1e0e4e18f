import { Readable } from 'node:stream';

import {
  emptyBody,
  importLeadsResponse,
  isRowJobType,
  jobListQuery,
  jobListResponse,
  jobParams,
  jobQueryOptions,
  jobResultsQuery,
  jobResultsResponse,
  jobViewSchema,
  paginationOf,
  resultsPerPage,
  streamQuery,
} from '@leadbridge/contracts';
import type { ErrorReason, JobListResponse, JobRowView } from '@leadbridge/contracts';
import { given, withTimeout, type AppError } from '@leadbridge/platform';
import { readJob, type JobRecord, type JobRow } from '@leadbridge/usecases';

import { conflict } from '../../http/field-error.js';
import { ok } from '../../http/route-response.js';
import { jobRoute } from '../../pipeline/job-route.js';
import { route, type Route } from '../../pipeline/route.js';
import { isFinished } from '../../pipeline/wait-for-job.js';
import { bulkResult } from '../../presenters/bulk-result.js';
import { jobEvents, lastEventId } from '../../presenters/job-events.js';
import { presentListedRow, presentRow } from '../../presenters/job-row.js';
import { jobRowsAsCsv } from '../../presenters/job-rows-csv.js';
import { presentJob, presentJobSummary } from '../../presenters/job-view.js';
import { withPersons } from '../../presenters/row-person.js';
import { eventStream, eventStreamHeaders } from '../../presenters/server-event.js';
import type { ApiServices } from '../../services.js';
import { asksForPage, csvResponse, wantsCsv } from '../csv-response.js';
import { findBulkImport, findJob, findJobWithRows } from '../find-record.js';
import { requestedFilter, requestedPage } from '../requested-page.js';
import { filteredSource, requestedSource } from '../requested-source.js';

/** The record holds the cancellation, so the response need not wait for an unavailable Redis. */
const promoteTimeoutMs = 2_000;

export const jobRoutes: readonly Route[] = [
  route.get('/jobs', {
    permission: 'data.view.readonly',
    summary: 'List jobs, newest first',
    request: { query: jobListQuery },
    responses: {
      200: { description: 'A page of jobs; bulk imports without their rows.', schema: jobListResponse },
    },
    handler: async ({ query, services }) => {
      const { source, ...filter } = requestedFilter(query);
      const found = await services.jobs.list({
        ...requestedPage(query),
        ...filter,
        ...given({ source: filteredSource(source, services) }),
      });
      const jobs = await Promise.all(found.items.map((record) => presentJobSummary(record, services)));
      return ok({ jobs, pagination: paginationOf('jobs', query, found) } satisfies JobListResponse);
    },
  }),
  route.get('/jobs/:job_id', {
    permission: 'data.view.readonly',
    summary: 'Get a job with its progress and result',
    request: { params: jobParams, query: jobQueryOptions },
    responses: { 200: { description: 'The job.', schema: jobViewSchema } },
    handler: async ({ params, query, services }) =>
      ok(await presentJob(await findJob(services, params.job_id), services, query)),
  }),
  route.get('/jobs/:job_id/results', {
    permission: 'data.view.readonly',
    summary: 'List the rows of a bulk import, an undo or a list of opt-outs, with their results',
    request: { params: jobParams, query: jobResultsQuery },
    responses: {
      200: {
        description: 'A page of rows. As CSV: all rows, or one page if `limit`, `page` or `cursor` is given.',
        schema: jobResultsResponse,
        mediaTypes: ['text/csv'],
      },
    },
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
  }),
  route.get('/jobs/:job_id/events', {
    permission: 'data.view.readonly',
    summary: 'Stream the progress of a job as server-sent events',
    description:
      'Sends an event `progress` at most once a second while the job runs, and one event `finished` at its end. Each contains the job as in the list.',
    request: { params: jobParams, query: streamQuery('Default: when the job ends.') },
    responses: {
      200: { description: 'The events.', schema: null, mediaTypes: ['text/event-stream'] },
      204: {
        description: 'The client has reconnected after the event `finished`: there is nothing more to read.',
        schema: null,
      },
    },
    handler: async ({ params, query: { seconds }, headers, credential, callerNow, services }) => {
      const record = await findJob(services, params.job_id);
      // An EventSource reconnects whenever a stream ends; only a 204 makes it stop.
      if (isFinished(record.status) && headers['last-event-id'] === lastEventId) {
        return { status: 204 };
      }
      return {
        status: 200,
        headers: eventStreamHeaders,
        stream: {
          mediaType: eventStream,
          chunks: jobEvents(record, services, { credential, callerNow, seconds }),
        },
      };
    },
  }),
  route.post('/jobs/:job_id/cancel', {
    permission: 'data.sync',
    summary: 'Stop a bulk import or an undo after the current batch',
    description:
      'Rows that were not reached are counted in `progress.not_processed`, neither as processed nor as failed. They appear in `errors` as `Not processed` with the code `CANCELLED`. A retry of the job imports them; another undo undoes them.',
    request: { params: jobParams, body: emptyBody },
    responses: {
      200: { description: 'The job; it is `cancelled` once its worker has stopped.', schema: jobViewSchema },
    },
    errors: [404, 409],
    handler: async ({ params, services }) => {
      const { jobId } = await findJob(services, params.job_id);
      const accepted = await services.jobs.requestCancel(jobId);
      const record = await findJob(services, jobId);
      if (!accepted && record.status !== 'cancelled') {
        throw isRowJobType(record.type)
          ? refuse('The job has already finished', 'JOB_FINISHED', record)
          : refuse('Only a bulk import or an undo can be cancelled', 'JOB_NOT_CANCELLABLE', record);
      }
      if (accepted) {
        await promoteDelayed(record, services);
      }
      return ok(await presentJob(record, services));
    },
  }),
  jobRoute.post('/jobs/:job_id/retry', {
    permission: 'data.sync',
    summary: 'Retry the failed rows of a bulk import in a new job',
    description:
      'Rows keep their index. A row that an earlier retry has imported, or has yet to run, is not retried again. The new job has the first job as its `parent_job_id`, by which `GET /jobs` can filter. It does not count towards the limit of bulk imports.',
    request: { params: jobParams, body: emptyBody },
    responses: { 200: { description: 'The results of the rows.', schema: importLeadsResponse } },
    limits: ['sync'],
    job: 'bulk_import',
    plan: async ({ params, services }) => {
      const parent = await findBulkImport(services, params.job_id);
      if (!isFinished(parent.status)) {
        throw refuse('The job has not finished', 'JOB_NOT_FINISHED', parent);
      }
      const { jobId } = parent;
      const { rows, failed, family } = await services.jobs.retryableRows(jobId);
      if (failed === 0) {
        throw refuse('The job has no failed rows', 'JOB_HAS_NO_FAILED_ROWS', parent);
      }
      if (rows.length === 0) {
        throw refuse(
          'Every failed row was imported by a retry, or is waiting in one',
          'JOB_HAS_NO_FAILED_ROWS',
          parent,
        );
      }
      const { input } = readJob(parent);
      requestedSource(input.source, services);
      return { input, rows, retryOf: { jobId, family } };
    },
    present: async (record, services) => ok(await bulkResult(record, services)),
  }),
];

/** The rows of a list of opt-outs name nobody: a person of the list is known by their own columns. */
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

/** Without this, an import that waits for the PSA's budget would end only at its next turn, minutes later. */
async function promoteDelayed(record: JobRecord, { queue, logger }: ApiServices): Promise<void> {
  try {
    await withTimeout(queue.promoteDelayed(record), promoteTimeoutMs);
  } catch (error) {
    logger.warn('a cancelled job that is delayed could not be promoted; it ends when it is due', {
      job_id: record.jobId,
      error,
    });
  }
}

function refuse(message: string, reason: ErrorReason, { status }: JobRecord): AppError {
  return conflict(reason, message, { field: 'status', value: status });
}
