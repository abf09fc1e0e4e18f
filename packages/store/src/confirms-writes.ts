import { withTimeout } from '@leadbridge/platform';
import type { Connection } from 'mongoose';

import { driverOptions } from './connect.js';

/** A healthy replica set confirms a write within milliseconds. */
const confirmWithinMs = 750;

/**
 * Whether MongoDB confirms writes quickly, which every write with a guarantee requires. False if there is no
 * primary, or if the majority of the set takes longer than `confirmWithinMs`.
 *
 * A newly elected primary may accept writes that no other member can confirm yet: a member that was reading
 * from a hanging server takes 10 to 20 seconds to switch to the new primary, or to report to it in time.
 * Neither the driver nor a ping can distinguish this from a slow write.
 */
export async function confirmsWrites(connection: Connection): Promise<boolean> {
  const probe = connection.collection<{ _id: string }>('write_probes').updateOne(
    { _id: 'api' },
    { $currentDate: { at: true } },
    // A late probe must not keep its connection: there may be dozens of them before the majority confirms.
    { upsert: true, writeConcern: { ...driverOptions.writeConcern, wtimeoutMS: confirmWithinMs } },
  );
  try {
    await withTimeout(probe, confirmWithinMs);
    return true;
  } catch {
    return false;
  }
}
