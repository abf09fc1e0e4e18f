import { isoTime } from '@leadbridge/platform';

import { withClaims } from '../work/with-claims.js';
import { RecordBusyError } from '../work/record-busy-error.js';
import type { Erasure, ErasureWait } from '../ports/erasure.js';
import type { Suppression } from '../ports/suppression.js';
import type { ErasureContext } from './erasure-dependencies.js';
import { endOfErasure, erasureAudit } from './erasure-result.js';
import { isTheirSuppression } from './find-person.js';

/** Milliseconds between two checks of opt-outs with work left to do. */
const settleDelayMs = 2_000;

/**
 * Removes the person from the suppressions, which ends the erasure. An opt-out is the person's own request,
 * so any pending notification of a provider or write to a ticket is completed first.
 *
 * @returns when to check again (Unix milliseconds), or null if the erasure has ended
 * @throws RecordBusyError if another worker is processing an opt-out
 */
export async function eraseSuppressions(erasure: Erasure, context: ErasureContext): Promise<number | null> {
  const { store, clock, fence } = context;
  const entries = await suppressionsOf(erasure, context);
  const unsettled = entries.filter((entry) => !isSettled(entry, clock.now()));
  if (unsettled.length > 0) {
    await store.showWaiting(erasure.jobId, unsettled.map(waitingFor));
    return clock.now() + settleDelayMs;
  }
  return await withClaims(store, {
    keys: entries.map(({ suppressionId }) => `suppression:${suppressionId}`),
    run: async (claims, assertHeld) => {
      if (claims.busy.size > 0) {
        throw new RecordBusyError('Another worker is processing an opt-out of the person');
      }
      const done: Erasure = { ...erasure, optedOut: erasure.optedOut || entries.length > 0 };
      const at = isoTime(clock.now());
      await assertHeld();
      await context.assertHeld();
      await store.finish({
        erasure: done,
        fence,
        suppressionIds: entries.map(({ suppressionId }) => suppressionId),
        suppressionFence: claims.fence,
        end: (suppressedKeys) => endOfErasure(done, { entries, suppressedKeys, at }),
        audit: erasureAudit(done, context.job),
      });
      return null;
    },
  });
}

async function suppressionsOf(erasure: Erasure, { store }: ErasureContext): Promise<Suppression[]> {
  const { person, leadIds, psa } = erasure;
  const ids = { leadIds: new Set(leadIds), ticketIds: new Set(psa.ticketIds) };
  const found: Suppression[] = [];
  for await (const entry of store.suppressions()) {
    if (isTheirSuppression(entry, person, ids)) {
      found.push(entry);
    }
  }
  return found;
}

/**
 * True if no work is left: the provider has been notified or there is none to notify, and the ticket is done.
 */
function isSettled(
  { pushAt, ticketAt, propagateAt, statusReason, status }: Suppression,
  now: number,
): boolean {
  const hasNoProvider = status === 'failed' && statusReason !== null;
  // A second search for other leads of the person finds none any more; the first one emits the event.
  const isPropagated = propagateAt === null || Date.parse(propagateAt) > now;
  return (pushAt === null || hasNoProvider) && ticketAt === null && isPropagated;
}

function waitingFor({ suppressionId, status, provider, retryUntil }: Suppression): ErasureWait {
  return { suppressionId, status, provider, retriedUntil: retryUntil };
}
