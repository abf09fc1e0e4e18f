import { setTimeout as sleep } from 'node:timers/promises';

import { mongo, type Collection, type PipelineStage } from 'mongoose';

/**
 * `SnapshotUnavailable`, while an index or a collection is being created, and `SnapshotTooOld`, if the
 * machine stopped for longer than the server keeps snapshots.
 */
const passingCodes: readonly unknown[] = [246, 239];
const attempts = 5;
const pauseMs = 20;

/**
 * Reads facts and totals as of one moment, so that a fact that is rolled up meanwhile counts once. The
 * pipeline begins with the facts that are in no total, found in the index of those.
 */
export async function atOneMoment<T extends object>(
  facts: Pick<Collection, 'aggregate'>,
  pipeline: readonly PipelineStage[],
): Promise<T[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await facts
        .aggregate<T>([...pipeline], { hint: 'uncounted', readConcern: { level: 'snapshot' } })
        .toArray();
    } catch (error) {
      const passes = error instanceof mongo.MongoServerError && passingCodes.includes(error.code);
      if (!passes || attempt === attempts) {
        throw error;
      }
      await sleep(pauseMs);
    }
  }
}
