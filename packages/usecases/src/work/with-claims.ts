import { StaleClaimError, type Claims, type ClaimStore } from '../ports/import-store.js';
import { allEnded } from './all-ended.js';
import { RecordBusyError } from './record-busy-error.js';

/** Milliseconds; the claims of a killed worker expire before its job is retried. */
const claimLength = 8_000;

/** @throws StaleClaimError unless still held. Takes a round trip only if the last was a while ago. */
type AssertHeld = () => Promise<void>;

export interface ClaimedWork<T> {
  readonly keys: readonly string[];
  /** Reserved in advance, so that nothing waits for it. */
  readonly fence?: Promise<number> | undefined;
  /** If given, nothing runs unless every key is free: what `RecordBusyError` says otherwise. */
  readonly whenBusy?: string;
  /** Receives the claims that succeeded, possibly none; without `whenBusy` it must handle the busy keys itself. */
  readonly run: (claims: Claims, assertHeld: AssertHeld) => Promise<T>;
  /** Keys for which the PSA may contain something that is not recorded. Only claimed keys count. */
  readonly unsettled?: () => readonly string[];
  /** Awaited once the work has ended or failed, before the claims are released: what it left under way. */
  readonly underWay?: () => Promise<unknown>;
  /** Work that no longer needs the claims. Runs after success, while the claims are being released. */
  readonly whileReleased?: (result: T) => Promise<unknown>;
}

/**
 * Runs work under the claims on its keys, renews them meanwhile, and always releases them. A process that was
 * frozen checks before its next write whether its claims may have expired, and stops if another worker holds
 * them.
 *
 * @throws RecordBusyError if a key is busy and `whenBusy` is given
 */
export async function withClaims<T>(
  store: ClaimStore,
  { keys, fence, whenBusy, run, unsettled = () => [], underWay, whileReleased }: ClaimedWork<T>,
): Promise<T> {
  const claims = await store.claim(keys, claimLength, await fence);
  const keeper = keepClaims(store, claims);
  const release = async (): Promise<void> => {
    await underWay?.();
    keeper.stop();
    await store.releaseClaims(
      claims,
      unsettled().filter((key) => claims.held.has(key)),
    );
  };
  let result: T;
  try {
    if (whenBusy !== undefined && claims.busy.size > 0) {
      throw new RecordBusyError(whenBusy);
    }
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
    // A renewal that fails is retried by the next one, and by the check before a write.
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
