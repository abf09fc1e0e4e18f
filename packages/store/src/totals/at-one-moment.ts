import type { Collection, PipelineStage } from 'mongoose';

import { readSnapshot } from '../read-snapshot.js';

/** Reads facts and totals as of one moment, so that a fact rolled up meanwhile counts once. */
export async function atOneMoment<T extends object>(
  facts: Pick<Collection, 'aggregate'>,
  pipeline: readonly PipelineStage[],
): Promise<T[]> {
  return await readSnapshot<T>(facts, pipeline, { hint: 'uncounted' });
}
