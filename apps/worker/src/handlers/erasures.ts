import type { JobHandler } from '@leadbridge/queue';
import { erasePerson, runOnce } from '@leadbridge/usecases';
import type { ErasureDependencies, RunOnceDependencies } from '@leadbridge/usecases';

export type ErasureHandlerDependencies = RunOnceDependencies & ErasureDependencies;

/** Failed runs after which operators are notified, because an erasure is retried indefinitely. */
const reportedAfterAttempts = 5;

export function erasureHandler(deps: ErasureHandlerDependencies): JobHandler {
  return async (run) =>
    runOnce(deps, run, {
      erasure: async (job) => {
        try {
          return await erasePerson(deps, job);
        } catch (error) {
          if (run.attempt === reportedAfterAttempts) {
            await deps.errorLogEntries.saveErrorLogEntries([
              {
                level: 'error',
                message: `An erasure has failed ${reportedAfterAttempts} times and is retried: ${error instanceof Error ? error.name : 'Error'}`,
                source: 'service',
                errorCode: 'INTERNAL_ERROR',
                jobId: job.jobId,
              },
            ]);
          }
          throw error;
        }
      },
    });
}
