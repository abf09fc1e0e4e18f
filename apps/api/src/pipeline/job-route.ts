import { acceptedJobResponse, type JobType, type RouteContract } from '@leadbridge/contracts';
import { jobRecordOf } from '@leadbridge/usecases';

import { enqueueAndWait, type JobPlan } from './enqueue-and-wait.js';
import { withResult } from './job-response.js';
import { defineRoute } from './route.js';
import type { JobPresenter, Route, RouteDefinition, RouteRequest } from './route.js';

type PlannedWork<T extends JobType> = Omit<JobPlan<T>, 'type'>;

export interface JobRouteDefinition<T extends JobType, Params, Query, Body> extends Omit<
  RouteContract<Params, Query, Body>,
  'startsJob' | 'idempotent'
> {
  /** The type of the job to start. */
  readonly job: T;
  /** Plans the job; throws `AppError` for an invalid request, before anything is stored. */
  readonly plan: (request: RouteRequest<Params, Query, Body>) => PlannedWork<T> | Promise<PlannedWork<T>>;
  /** Builds the response of a job that did not fail; its result by default. */
  readonly present?: JobPresenter<T>;
  readonly completeBody?: (query: Query, body: unknown) => unknown;
  readonly writesNothing?: NonNullable<RouteDefinition<Params, Query, Body>['writesNothing']>;
  readonly mcpTool?: NonNullable<Route['mcpTool']>;
}

/**
 * Declares an endpoint whose work is a job. It waits for the job and responds with what `present` returns, or
 * with 202 if the caller does not wait that long (`Prefer`), and supports `Idempotency-Key`.
 */
export function defineJobRoute<T extends JobType, Params = unknown, Query = unknown, Body = unknown>(
  definition: JobRouteDefinition<T, Params, Query, Body>,
): Route {
  const { job, plan, present: presentJob = withResult, ...contract } = definition;
  const present: JobPresenter = (record, services) => presentJob(jobRecordOf(job, record), services);
  const route = defineRoute<Params, Query, Body>({
    ...contract,
    startsJob: true,
    idempotent: true,
    responses: {
      ...contract.responses,
      202: { description: 'Accepted; the job runs in the background.', schema: acceptedJobResponse },
    },
    handler: async (request) =>
      await enqueueAndWait(request, async () => ({ ...(await plan(request)), type: job }), { present }),
  });
  return { ...route, present };
}
