import { keysOfPerson } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import { withClaims } from '../work/with-claims.js';
import { jobEnd, type JobOutcome } from '../work/job-outcome.js';
import { RecordBusyError } from '../work/record-busy-error.js';
import type { Erasure } from '../ports/erasure.js';
import type { Job } from '../ports/jobs.js';
import { eraseRecords } from './erase-records.js';
import { eraseSuppressions } from './erase-suppressions.js';
import { behind, eraseTraces, withCount } from './erase-traces.js';
import type { ErasureContext, ErasureDependencies } from './erasure-dependencies.js';
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
    run: async (claims, assertHeld) => {
      if (claims.busy.size > 0) {
        throw new RecordBusyError('Another worker is processing the erasure');
      }
      return await goOn({ ...deps, job, fence: claims.fence, assertHeld });
    },
  });
}

async function goOn(context: ErasureContext): Promise<JobOutcome> {
  let erasure = await context.store.find(context.job.jobId);
  for (;;) {
    if (erasure === null) {
      const found = await begin(context);
      if ('kind' in found) {
        return found;
      }
      erasure = found;
    }
    switch (erasure.stage) {
      case 'records': {
        const result = await eraseRecords(erasure, context);
        if (result.kind === 'waits') {
          return { kind: 'waiting', continueAt: result.until };
        }
        erasure = result.kind === 'next' ? result.erasure : null;
        break;
      }
      case 'queues':
        erasure = behind(withCount(erasure, 'queue_entries', await eraseQueues(erasure, context)));
        await context.store.save(erasure, context.fence);
        break;
      case 'suppressions': {
        const result = await eraseSuppressions(erasure, context);
        if (result.kind !== 'again') {
          return result.kind === 'ended'
            ? { kind: 'recorded' }
            : { kind: 'waiting', continueAt: result.until };
        }
        ({ erasure } = result);
        break;
      }
      default:
        erasure = await eraseTraces(erasure, erasure.stage, context);
    }
  }
}

/** Finds the person; ends a request that does not identify one. */
async function begin(context: ErasureContext): Promise<Erasure | JobOutcome> {
  const { store, job, clock, fence } = context;
  const search = await findPerson(context, job.input);
  if (search.kind === 'refused') {
    const { outcome } = search;
    if (outcome.kind === 'refused') {
      await store.abandon(jobEnd(job.jobId, outcome, isoTime(clock.now())));
    }
    return { kind: 'recorded' };
  }
  const erasure: Erasure = {
    jobId: job.jobId,
    stage: 'records',
    cursor: null,
    ...search.found,
    prospectIds: [],
    opportunityIds: [],
    psa: { ticketIds: [], contactIds: [], opportunityIds: [], clientIds: [] },
    userIds: await store.usersWith(search.found.person.emails),
    jobIds: [],
    optedOut: false,
    mayHoldMore: false,
    erased: nothingErased,
  };
  // Known before the erasure goes on, from when on imports of older data no longer wait for it.
  await store.rememberErased(keysOfPerson(search.found.person), job.createdAt);
  await store.save(erasure, fence);
  return erasure;
}

async function eraseQueues(
  erasure: Erasure,
  { queues, settings, assertHeld }: ErasureContext,
): Promise<number> {
  const { inText } = createRowMatcher(erasure, settings);
  await assertHeld();
  return await queues.erase(erasure.jobIds, inText);
}
