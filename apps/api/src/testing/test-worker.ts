import type { JobResult } from '@leadbridge/contracts';
import { silentLogger, systemClock } from '@leadbridge/platform';
import { createJobWorker, type JobHandler } from '@leadbridge/queue';
import { createJobRuns } from '@leadbridge/store';
import type { JobEnd, JobRecord } from '@leadbridge/usecases';

import type { TestApi } from './test-api.js';

type End = Pick<JobEnd, 'status'> &
  Partial<Pick<JobEnd, 'error' | 'progress'>> & {
    readonly result?: Readonly<Record<string, unknown>> | null;
  };

/**
 * Stands in for the worker: takes jobs from the real queues and ends them as `work` says, so that the edge can be tested with every
 * outcome that a job may have.
 */
export function startTestWorker(
  api: TestApi,
  work: (record: JobRecord) => End | Promise<End>,
): { close(): Promise<void> } {
  const runs = createJobRuns(api.mongo);
  const handler: JobHandler = async ({ jobId }) => {
    for (const record of await runs.begin([jobId], new Date().toISOString())) {
      const { result = null, ...end } = await work(record);
      await runs.finish({
        jobId,
        error: null,
        at: new Date().toISOString(),
        ...end,
        // A test says of a result what it is about.
        result: result as JobResult | null,
      });
    }
    return { done: true };
  };
  return createJobWorker(
    (['leadImports', 'bulkImports'] as const).map((key) => ({ key, handler, concurrency: 10 })),
    {
      redis: { redisUrl: api.redis.url },
      prefix: api.redis.prefix,
      clock: systemClock,
      logger: silentLogger,
    },
  );
}

/** The outcome of a row of a bulk import, as the worker records it. */
export async function endRow(
  api: TestApi,
  jobId: string,
  index: number,
  outcome:
    | {
        readonly status: 'succeeded';
        readonly leadId: number;
        readonly result: string;
        readonly warnings?: readonly string[];
      }
    | {
        readonly status: 'failed';
        readonly error: string;
        readonly code: string;
        readonly suggestion?: string;
      },
): Promise<void> {
  const full =
    outcome.status === 'failed'
      ? outcome
      : { psaTicketId: outcome.leadId + 1000, qualityScore: 65, actionsTaken: [], warnings: [], ...outcome };
  await api.mongo.collection<{ _id: string }>('job_rows').updateOne(
    { _id: `${jobId}:${index}` },
    {
      $set: {
        status: outcome.status,
        outcome: full,
        result: outcome.status === 'failed' ? outcome.code : outcome.result,
      },
    },
  );
}
