import { setTimeout as sleep } from 'node:timers/promises';

import type { Claims } from '../ports/import-store.js';
import type { PsaSession } from '../ports/psa.js';

/**
 * Waits until searches of the PSA show what earlier holders of these claims may have written: some PSAs show it late. Takes no time
 * where nothing was inherited, or long enough ago.
 */
export async function settleInherited(
  { inheritedForMs }: Pick<Claims, 'inheritedForMs'>,
  { settleMilliseconds }: Pick<PsaSession, 'settleMilliseconds'>,
): Promise<void> {
  if (inheritedForMs < settleMilliseconds) {
    await sleep(settleMilliseconds - Math.max(0, inheritedForMs));
  }
}
