import type { JobHandler } from '@leadbridge/queue';
import { runLifecycleJob } from '@leadbridge/usecases';

export type LifecycleHandlerDependencies = Parameters<typeof runLifecycleJob>[0];

/** Conversions, promotions, transitions of records, and calls. */
export function lifecycleHandler(deps: LifecycleHandlerDependencies): JobHandler {
  return async ({ jobId, lastAttempt }) => runLifecycleJob(deps, { jobId, lastAttempt });
}
