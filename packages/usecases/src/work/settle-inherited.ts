import { setTimeout as sleep } from 'node:timers/promises';

import type { Claims } from '../ports/import-store.js';
import type { PsaSession } from '../ports/psa.js';

/**
 * Waits until a search of the PSA shows everything that earlier holders of these claims may have written:
 * some PSAs show it only later. Returns immediately if nothing was inherited, or long enough ago.
 */
export async function settleInherited(
  { inheritedForMs }: Pick<Claims, 'inheritedForMs'>,
  { settleMilliseconds }: Pick<PsaSession, 'settleMilliseconds'>,
): Promise<void> {
  if (inheritedForMs < settleMilliseconds) {
    await sleep(settleMilliseconds - Math.max(0, inheritedForMs));
  }
}
