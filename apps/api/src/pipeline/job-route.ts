import { acceptedJobAnswer } from '@leadbridge/contracts';
import type { RouteContract } from '@leadbridge/contracts';

import { answerJob } from './answer-job.js';
import type { JobPlan } from './answer-job.js';
import { defineRoute } from './route.js';
import type { JobPresenter, Route, RouteRequest } from './route.js';

export interface JobRouteDefinition<Params, Query, Body> extends Omit<
  RouteContract<Params, Query, Body>,
  'startsJob' | 'idempotent'
> {
  /** The job to start; throws `AppError` for a request that cannot be right, before anything is stored. */
  readonly plan: (request: RouteRequest<Params, Query, Body>) => JobPlan | Promise<JobPlan>;
  readonly present: JobPresenter;
  readonly completeBody?: (query: Query, body: unknown) => unknown;
}

/**
 * Declares an endpoint whose work is a job. It waits for the job and answers with what `present` makes of it, or with 202 where the
 * caller does not wait that long (`Prefer`), and obeys `Idempotency-Key`.
 */
export function defineJobRoute<Params = unknown, Query = unknown, Body = unknown>(
  definition: JobRouteDefinition<Params, Query, Body>,
): Route {
  const { plan, present, ...contract } = definition;
  const route = defineRoute<Params, Query, Body>({
    ...contract,
    startsJob: true,
    idempotent: true,
    answers: {
      ...contract.answers,
      202: { description: 'Accepted; the job goes on by itself.', schema: acceptedJobAnswer },
    },
    handler: async (request) => await answerJob(request, () => plan(request), present),
  });
  return { ...route, present };
}
