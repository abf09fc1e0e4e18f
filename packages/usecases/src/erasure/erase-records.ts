import { isoTime } from '@leadbridge/platform';

import { withClaims } from '../work/with-claims.js';
import { erasedRow } from '../work/erased-row.js';
import { jobEnd, refused } from '../work/job-outcome.js';
import { type Erasure, type OpenRow, traceKinds } from '../ports/erasure.js';
import type { ErasureContext, StageResult } from './erasure-dependencies.js';
import { importKeys, leadsSince } from './find-person.js';
import { createRowMatcher } from './match-row.js';

/** Milliseconds until the next check for unfinished work on the person. */
const begunDelayMs = 1_000;

/**
 * Removes a person's records while no other work on them is running. Work that was requested before the
 * erasure and has not begun ends without being done; work that has begun may be in the PSA, and is waited
 * for.
 *
 * @throws RecordBusyError if other work on the person is in progress
 */
export async function eraseRecords(erasure: Erasure, context: ErasureContext): Promise<StageResult> {
  const { store } = context;
  return await withClaims(store, {
    keys: claimKeys(erasure),
    whenBusy: 'Another worker is processing the person',
    run: async (claims, assertHeld) => {
      if ((await leadsSince(store, erasure)).length > 0) {
        // Another record of the person has been added since the search.
        return { erasure: null };
      }
      const found = { ...erasure, ...(await store.recordsOf(erasure.leadIds)) };
      const open = await openWork(found, context);
      if (open.isBegun) {
        return { outcome: { kind: 'waiting', continueAt: context.clock.now() + begunDelayMs } };
      }
      const next: Erasure = {
        ...found,
        stage: traceKinds[0],
        jobIds: open.endedJobs.map(({ jobId }) => jobId),
        mayHoldMore: claims.inherited.size > 0,
      };
      await assertHeld();
      await context.assertHeld();
      const at = isoTime(context.clock.now());
      return {
        erasure: await store.eraseRecords({ ...open, next, outcome: erasedRow, at }, context.fence),
      };
    },
  });
}

/** For each lead the keys of imports and of the lifecycle, and those that an import would claim. */
function claimKeys(erasure: Erasure): string[] {
  return [...importKeys(erasure), ...erasure.leadIds.map((leadId) => `lead:${leadId}`)];
}

const undone = refused('VALIDATION_ERROR', 'The person was erased before this was done', {
  reason: erasedRow.code,
});

/** What was requested for the person and is not done. */
export async function openWork(erasure: Erasure, context: ErasureContext) {
  const { store, job, clock, settings } = context;
  const { isTheirRow } = createRowMatcher(erasure, settings);
  const failedRows: OpenRow[] = [];
  for await (const row of store.openRows(job.createdAt)) {
    if (isTheirRow(row.source, row.data)) {
      failedRows.push(row);
    }
  }
  const jobs = await store.openJobs(erasure, job.createdAt);
  const singles = failedRows.filter(({ ofBulk }) => !ofBulk).map(({ jobId }) => jobId);
  const at = isoTime(clock.now());
  return {
    isBegun: [...failedRows, ...jobs].some(({ isBegun }) => isBegun),
    failedRows,
    endedJobs: [...singles, ...jobs.map(({ jobId }) => jobId)].map((jobId) => jobEnd(jobId, undone, at)),
  };
}
