import { acceptedJobResponse, type JobType } from '@leadbridge/contracts';
import { jobRecordOf } from '@leadbridge/usecases';

import { enqueueAndWait, type JobPlan } from './enqueue-and-wait.js';
import { withResult } from './job-response.js';
import { route, type JobPresenter, type Route, type RouteDefinition, type RouteRequest } from './route.js';

export type PlannedWork<T extends JobType> = Omit<JobPlan<T>, 'type'>;

interface JobRouteDefinition<T extends JobType, Params, Query, Body> extends Omit<
  RouteDefinition<Params, Query, Body>,
  'responses' | 'idempotent' | 'handler'
> {
  readonly job: T;
  /** Plans the job; throws `AppError` for an invalid request, before anything is stored. */
  readonly plan: (request: RouteRequest<Params, Query, Body>) => PlannedWork<T> | Promise<PlannedWork<T>>;
  /** Builds the response of a job that did not fail; its result by default. */
  readonly present?: JobPresenter<T>;
  /** Responses other than 202. */
  readonly responses?: Route['responses'];
  /** What a 202 says. */
  readonly accepted?: string;
  readonly inBackground?: boolean;
}

type DefineJob = <T extends JobType, Params = unknown, Query = unknown, Body = unknown>(
  path: string,
  definition: JobRouteDefinition<T, Params, Query, Body>,
) => Route;

function defining(method: 'post' | 'put'): DefineJob {
  return <T extends JobType, Params, Query, Body>(
    path: string,
    definition: JobRouteDefinition<T, Params, Query, Body>,
  ) => {
    const { job, plan, present: presentJob = withResult, inBackground = false, ...rest } = definition;
    const { accepted = 'Accepted; the job runs in the background.', ...contract } = rest;
    const present: JobPresenter = (record, services) => presentJob(jobRecordOf(job, record), services);
    const defined = route[method]<Params, Query, Body>(path, {
      startsJob: !inBackground,
      ...contract,
      idempotent: true,
      responses: { ...contract.responses, 202: { description: accepted, schema: acceptedJobResponse } },
      handler: async (request) =>
        await enqueueAndWait(request, async () => ({ ...(await plan(request)), type: job }), {
          present,
          inBackground,
        }),
    });
    return { ...defined, present };
  };
}

/**
 * Declares an endpoint whose work is a job. It waits for the job and responds with what `present` returns, or
 * with 202 if the caller does not wait that long (`Prefer`), and supports `Idempotency-Key`.
 */
export const jobRoute = { post: defining('post'), put: defining('put') };
