import { keysOfPerson } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import { withClaims } from '../work/with-claims.js';
import { jobEnd, type JobOutcome } from '../work/job-outcome.js';
import type { Erasure } from '../ports/erasure.js';
import type { Job } from '../ports/jobs.js';
import { eraseRecords } from './erase-records.js';
import { eraseSuppressions } from './erase-suppressions.js';
import { behind, eraseTraces, withCount } from './erase-traces.js';
import type { ErasureContext, ErasureDependencies, StageResult } from './erasure-dependencies.js';
import { nothingErased } from './erasure-result.js';
import { findPerson } from './find-person.js';
import { createRowMatcher } from './match-row.js';
import { plannedErasure } from './planned-erasure.js';

/**
 * Erases the service's data about a person: first the records, then all mentions of them, then the data in
 * the queues, and the suppressions last. The progress is saved with every step, in the same transaction if
 * the step changes MongoDB, so that any worker can continue at any moment. A dry run takes the same steps.
 */
export async function erasePerson(given: ErasureDependencies, job: Job<'erasure'>): Promise<JobOutcome> {
  const deps = job.input.dry_run === true ? plannedErasure(given) : given;
  return await withClaims(deps.store, {
    keys: [`erasure:${job.jobId}`],
    whenBusy: 'Another worker is processing the erasure',
    run: async ({ fence }, assertHeld) => goOn({ ...deps, job, fence, assertHeld }),
  });
}

async function goOn(context: ErasureContext): Promise<JobOutcome> {
  let erasure = await context.store.find(context.job.jobId);
  for (;;) {
    const result: StageResult = await (erasure === null ? begin(context) : runStage(erasure, context));
    if ('outcome' in result) {
      return result.outcome;
    }
    ({ erasure } = result);
  }
}

async function runStage(erasure: Erasure, context: ErasureContext): Promise<StageResult> {
  switch (erasure.stage) {
    case 'records':
      return await eraseRecords(erasure, context);
    case 'queues':
      return { erasure: await eraseQueues(erasure, context) };
    case 'suppressions':
      return await eraseSuppressions(erasure, context);
    default:
      return { erasure: await eraseTraces(erasure, erasure.stage, context) };
  }
}

/** Finds the person; ends a request that does not identify one. */
async function begin(context: ErasureContext): Promise<StageResult> {
  const { store, job, clock, fence } = context;
  const found = await findPerson(context, job.input);
  if ('kind' in found) {
    await store.abandon(jobEnd(job.jobId, found, isoTime(clock.now())));
    return { outcome: { kind: 'recorded' } };
  }
  const erasure: Erasure = {
    jobId: job.jobId,
    stage: 'records',
    cursor: null,
    ...found,
    prospectIds: [],
    opportunityIds: [],
    psa: { ticketIds: [], contactIds: [], opportunityIds: [], clientIds: [] },
    userIds: await store.usersWith(found.person.emails),
    jobIds: [],
    optedOut: false,
    mayHoldMore: false,
    erased: nothingErased,
  };
  // Known before the erasure goes on, from when on imports of older data no longer wait for it.
  await store.rememberErased(keysOfPerson(found.person), job.createdAt);
  await store.save(erasure, fence);
  return { erasure };
}

async function eraseQueues(
  erasure: Erasure,
  { store, queues, settings, fence, assertHeld }: ErasureContext,
): Promise<Erasure> {
  const { inText } = createRowMatcher(erasure, settings);
  await assertHeld();
  const next = behind(withCount(erasure, 'queue_entries', await queues.erase(erasure.jobIds, inText)));
  await store.save(next, fence);
  return next;
}
