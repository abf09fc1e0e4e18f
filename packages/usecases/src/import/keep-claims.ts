import { StaleClaimError, type Claims, type ImportStore } from '../ports/import-store.js';

export interface ClaimKeeper {
  /** Throws `StaleClaimError` unless the claims are still ours. Costs a round trip only when the last one was a while ago. */
  assertHeld(this: void): Promise<void>;
  stop(): void;
}

/**
 * Renews claims while a batch is worked on. A process that was frozen finds, before its next write, that its claims may have run
 * out, asks, and stops if another has them.
 */
export function keepClaims(
  store: Pick<ImportStore, 'renewClaims'>,
  claims: Claims,
  milliseconds: number,
): ClaimKeeper {
  let confirmedAt = performance.now();
  let lost = false;

  async function renew(): Promise<void> {
    const asked = performance.now();
    if (await store.renewClaims(claims, milliseconds)) {
      confirmedAt = asked;
    } else {
      lost = true;
    }
  }

  const timer = setInterval(() => {
    // A renewal that fails is tried again by the next one, and by the check before a write.
    renew().catch(() => undefined);
  }, milliseconds / 4);
  timer.unref();

  return {
    async assertHeld() {
      if (!lost && performance.now() - confirmedAt > milliseconds / 2) {
        await renew();
      }
      if (lost) {
        throw new StaleClaimError('The claims of this work have run out');
      }
    },
    stop() {
      clearInterval(timer);
    },
  };
}
