import { withTimeout } from '@leadbridge/platform';
import type { Connection } from 'mongoose';

/** A set that works well confirms a write within milliseconds. */
const confirmWithinMs = 500;

/**
 * Whether MongoDB confirms writes at once, as every write that a promise rests on must be. False where no primary can be found, or where the
 * majority of the set takes longer than half a second.
 *
 * A primary that has just been elected takes writes which no other member can confirm at once: one that was reading from a server that hangs
 * turns to the new primary, or reports to it in time, only after 10 to 20 seconds. Neither the driver nor a ping can tell this from a slow write.
 */
export async function confirmsWrites(connection: Connection): Promise<boolean> {
  const probe = connection
    .collection<{ _id: string }>('write_probes')
    .updateOne({ _id: 'api' }, { $currentDate: { at: true } }, { upsert: true });
  try {
    await withTimeout(probe, confirmWithinMs);
    return true;
  } catch {
    return false;
  }
}
