import { isoTime, type Clock } from '@leadbridge/platform';
import type { JobProducer } from '@leadbridge/queue';
import { psaFailureOf, type HeartbeatBoard } from '@leadbridge/usecases';

import type { QueueCounts, WorkersState } from '../services.js';

/** Rejects while Redis is away. */
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

/** Rejects while Redis is away. */
export async function readQueueCounts(queues: JobProducer['queues']): Promise<QueueCounts> {
  const counts = await Promise.all(
    Object.values(queues).map((queue) => queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active')),
  );
  const sum = (...states: readonly string[]): number =>
    counts
      .flatMap((count) => states.map((state) => count[state] ?? 0))
      .reduce((one, other) => one + other, 0);
  return { waiting: sum('waiting', 'prioritized', 'delayed'), active: sum('active') };
}
