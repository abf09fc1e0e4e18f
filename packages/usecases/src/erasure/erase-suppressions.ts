import { isoTime } from '@leadbridge/platform';

import { withClaims } from '../work/with-claims.js';
import { erasedRow } from '../work/erased-row.js';
import { traceKinds, type Erasure, type ErasureWait } from '../ports/erasure.js';
import type { Suppression } from '../ports/suppression.js';
import type { ErasureContext, StageResult } from './erasure-dependencies.js';
import { endOfErasure, erasureAudit } from './erasure-result.js';
import { importKeys, isTheirSuppression, leadsSince } from './find-person.js';

/** Milliseconds between two checks of opt-outs with work left to do. */
const settleDelayMs = 2_000;

/**
 * Removes the person from the suppressions, which ends the erasure. An opt-out is the person's own request,
 * so any pending notification of a provider or write to a ticket is completed first.
 *
 * While it waits, an import of the person is blocked by the opt-out, and leaves a record of a person who must
 * not be contacted: such records are erased like the first ones, and what names them is searched again.
 *
 * @throws RecordBusyError if another worker is processing an opt-out
 */
export async function eraseSuppressions(erasure: Erasure, context: ErasureContext): Promise<StageResult> {
  const { store, clock, fence } = context;
  const entries = await suppressionsOf(erasure, context);
  const unsettled = entries.filter((entry) => !isSettled(entry, clock.now()));
  if (unsettled.length > 0) {
    await store.showWaiting(erasure.jobId, unsettled.map(waitingFor));
    return { outcome: { kind: 'waiting', continueAt: clock.now() + settleDelayMs } };
  }
  return await withClaims(store, {
    keys: [...entries.map(({ suppressionId }) => `suppression:${suppressionId}`), ...importKeys(erasure)],
    whenBusy: 'Another worker is processing an opt-out or an import of the person',
    run: async (claims, assertHeld) => {
      const isDryRun = context.job.input.dry_run === true;
      const done: Erasure = { ...erasure, optedOut: erasure.optedOut || entries.length > 0 };
      const at = isoTime(clock.now());
      await assertHeld();
      await context.assertHeld();
      const since = done.optedOut ? await leadsSince(store, done) : [];
      if (since.length > 0) {
        const next = await withRecords(done, since, context);
        const records = { next, failedRows: [], endedJobs: [], outcome: erasedRow, at };
        return { erasure: await store.eraseRecords(records, fence) };
      }
      await store.finish({
        erasure: done,
        fence,
        suppressionIds: entries.map(({ suppressionId }) => suppressionId),
        suppressionFence: claims.fence,
        end: (suppressedKeys) => endOfErasure(done, { entries, suppressedKeys, isDryRun, at }),
        audit: erasureAudit(done, context.job),
      });
      return { outcome: { kind: 'recorded' } };
    },
  });
}

/** The erasure with further leads, to go through everything that may name them once more. */
async function withRecords(
  erasure: Erasure,
  leadIds: readonly number[],
  { store }: ErasureContext,
): Promise<Erasure> {
  const { prospectIds, opportunityIds, psa } = await store.recordsOf(leadIds);
  return {
    ...erasure,
    stage: traceKinds[0],
    cursor: null,
    leadIds: [...erasure.leadIds, ...leadIds],
    prospectIds: together(erasure.prospectIds, prospectIds),
    opportunityIds: together(erasure.opportunityIds, opportunityIds),
    psa: {
      ticketIds: together(erasure.psa.ticketIds, psa.ticketIds),
      contactIds: together(erasure.psa.contactIds, psa.contactIds),
      opportunityIds: together(erasure.psa.opportunityIds, psa.opportunityIds),
      clientIds: together(erasure.psa.clientIds, psa.clientIds),
    },
  };
}

function together(some: readonly number[], others: readonly number[]): readonly number[] {
  return [...new Set([...some, ...others])];
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

/** True if the provider has been notified, or there is none, and the ticket is done. */
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
