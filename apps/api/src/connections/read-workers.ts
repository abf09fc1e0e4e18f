import type { QueueDepth } from '@leadbridge/contracts';
import { isoTime, type Clock } from '@leadbridge/platform';
import type { JobProducer, QueueKey } from '@leadbridge/queue';
import { psaFailureOf, type HeartbeatBoard } from '@leadbridge/usecases';

import type { WorkersState } from '../services.js';

/** Rejects while Redis is unavailable. */
export async function readWorkers(board: Pick<HeartbeatBoard, 'read'>, clock: Clock): Promise<WorkersState> {
  const { alive, lastAgeMs } = await board.read();
  const now = clock.now();
  const failure = psaFailureOf(alive);
  const proof = alive.find(({ writeProof }) => writeProof !== undefined)?.writeProof;
  return {
    alive: alive.length,
    lastSeenAt: lastAgeMs === null ? null : isoTime(now - lastAgeMs),
    psaWriteCheck:
      proof === undefined
        ? null
        : { passed_at: proof.passedAt, build: proof.build, takes_arrays: proof.takesArrays },
    psaFailure:
      failure?.isOutage === true
        ? {
            since: isoTime(now - failure.ageMs),
            reason: failure.reason,
            ...(failure.missing === undefined ? {} : { missing: failure.missing }),
          }
        : null,
  };
}

/** Rejects while Redis is unavailable. */
export async function readQueueDepths(queues: JobProducer['queues']): Promise<readonly QueueDepth[]> {
  return await Promise.all(
    Object.values(queues).map(async (queue) => {
      const counts = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'failed');
      const count = (state: string): number => counts[state] ?? 0;
      return {
        name: queue.name,
        waiting: count('waiting') + count('prioritized') + count('delayed'),
        delayed: count('delayed'),
        active: count('active'),
        failed: count('failed'),
      };
    }),
  );
}

/** When the job began to wait that has waited longest of those that could run, in Unix milliseconds; null if none waits. */
export async function oldestWaiting(queue: JobProducer['queues'][QueueKey]): Promise<number | null> {
  const [first] = await queue.getJobs(['waiting'], 0, 0, true);
  return first?.timestamp ?? null;
}
