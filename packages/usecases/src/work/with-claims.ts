import { StaleClaimError, type Claims, type ClaimStore } from '../ports/import-store.js';
import { allEnded } from './all-ended.js';

/** Milliseconds; what a killed worker held is free again before its job comes back. */
const claimLength = 8_000;

/** Throws `StaleClaimError` unless the claims are still ours. Costs a round trip only when the last one was a while ago. */
type AssertHeld = () => Promise<void>;

export interface ClaimedWork<T> {
  readonly keys: readonly string[];
  /** Gets what could be claimed, which may be nothing: what to do about the busy keys is for the work to say. */
  readonly run: (claims: Claims, assertHeld: AssertHeld) => Promise<T>;
  /** Asked once the work has ended or failed: keys of which the PSA may hold something that is not recorded. Only held ones count. */
  readonly unsettled?: () => readonly string[];
  /** What needs the claims no longer once the work has ended well, and goes on while they are given back. */
  readonly whileReleased?: (result: T) => Promise<unknown>;
}

/**
 * Runs work under the claims of its keys, renews them meanwhile, and gives them back in every case. A process that was frozen finds,
 * before its next write, that its claims may have run out, asks, and stops if another has them.
 */
export async function withClaims<T>(
  store: ClaimStore,
  { keys, run, unsettled = () => [], whileReleased }: ClaimedWork<T>,
): Promise<T> {
  const claims = await store.claim(keys, claimLength);
  const keeper = keepClaims(store, claims);
  const release = async (): Promise<void> => {
    keeper.stop();
    await store.releaseClaims(
      claims,
      unsettled().filter((key) => claims.held.has(key)),
    );
  };
  let result: T;
  try {
    result = await run(claims, keeper.assertHeld);
  } catch (error) {
    await release();
    throw error;
  }
  await allEnded([release(), Promise.resolve(whileReleased?.(result))]);
  return result;
}

function keepClaims(store: Pick<ClaimStore, 'renewClaims'>, claims: Claims) {
  let confirmedAt = performance.now();
  let lost = false;

  async function renew(): Promise<void> {
    const asked = performance.now();
    if (await store.renewClaims(claims, claimLength)) {
      confirmedAt = asked;
    } else {
      lost = true;
    }
  }

  const timer = setInterval(() => {
    // A renewal that fails is tried again by the next one, and by the check before a write.
    renew().catch(() => undefined);
  }, claimLength / 4);
  timer.unref();

  return {
    assertHeld: async (): Promise<void> => {
      if (!lost && performance.now() - confirmedAt > claimLength / 2) {
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
