import type { Connection } from 'mongoose';

/** A set that confirms writes does it within milliseconds. */
const confirmWithinMs = 1_500;

/**
 * Whether MongoDB confirms writes now, as every write that a promise rests on must be. False where no primary can be found, or where the
 * majority of the set has not confirmed a write within 1.5 seconds.
 *
 * A primary that has just been elected takes writes which no other member may be able to confirm: one that was reading from a server that hangs
 * does not turn to the new primary for 10 to 20 seconds. Neither the driver nor a ping can tell this apart from a slow write.
 */
export async function confirmsWrites(connection: Connection): Promise<boolean> {
  try {
    await connection
      .collection<{ _id: string }>('write_probes')
      .updateOne(
        { _id: 'api' },
        { $currentDate: { at: true } },
        { upsert: true, timeoutMS: confirmWithinMs },
      );
    return true;
  } catch {
    return false;
  }
}
