import { setTimeout as sleep } from 'node:timers/promises';

import { mongo, type Collection, type PipelineStage } from 'mongoose';

/** `SnapshotUnavailable`, while an index is created, and `SnapshotTooOld`, if the machine stopped for long. */
const passingCodes: readonly unknown[] = [246, 239];
const attempts = 5;
const pauseMs = 20;

/** Reads documents as of one moment, with everything whose write was confirmed. */
export async function readSnapshot<T extends object>(
  collection: Pick<Collection, 'aggregate'>,
  pipeline: readonly PipelineStage[],
  options: { readonly hint?: string; readonly batchSize?: number } = {},
): Promise<T[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await collection
        .aggregate<T>([...pipeline], { ...options, readConcern: { level: 'snapshot' } })
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
