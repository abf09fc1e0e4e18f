import { isDryRun } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';

import { StaleClaimError } from '../../ports/import-store.js';
import { PsaBudgetError } from '../../ports/psa-errors.js';
import { giveListsUp } from '../../psa/give-lists-up.js';
import { DeadlyRowError } from '../../work/deadly-row-error.js';
import { endOfFault, faultOf } from '../../work/job-fault.js';
import { erasedRow } from '../../work/erased-row.js';
import { jobRecordOf, readJob } from '../../work/read-job.js';
import { asDryRun } from '../dry-run/as-dry-run.js';
import { endOfSingle } from '../record/index.js';
import type { SingleImportDependencies, WaitingRun } from './single-run.js';
import { mayBeRead, readUnrecorded, unreadOptOuts } from '../waiting-opt-outs.js';

const staleDelayMs = 1_000;

/** Settles runs whose work failed: they wait, fail their attempt or, on the last attempt, end their job. */
export async function settleFault(
  deps: SingleImportDependencies,
  entries: readonly WaitingRun[],
  error: unknown,
): Promise<void> {
  const now = deps.clock.now();
  for (const { run, begun, resolve, reject } of entries) {
    if (error instanceof PsaBudgetError) {
      resolve({ done: false, continueAt: error.retryAt, reason: 'psa_budget' });
    } else if (error instanceof StaleClaimError) {
      resolve({ done: false, continueAt: now + staleDelayMs });
    } else if (run.lastAttempt) {
      try {
        if (begun !== null && !(await deps.runs.isLatest(begun))) {
          // Another worker has begun the job in the meantime, and may still complete it.
          resolve({ done: false, continueAt: now + staleDelayMs });
          continue;
        }
        await giveUp(deps, run.jobId, error);
      } catch (unrecorded) {
        reject(unrecorded);
        continue;
      }
      reject(error);
    } else {
      reject(error);
    }
  }
}

/**
 * After the last failed attempt: counts the failure, notifies the operators and ends the job. A lead that is recorded
 * already does not fail because its lists cannot be filled.
 */
export async function giveUp(worker: SingleImportDependencies, jobId: string, error: unknown): Promise<void> {
  const at = isoTime(worker.clock.now());
  const [record] = await worker.runs.begin([jobId], at);
  if (record === undefined) {
    return;
  }
  const { outcome: decided } = record.earlier;
  if (decided !== null) {
    await giveListsUp(worker, record, error);
    await worker.runs.finishMany([endOfSingle(jobId, decided, at)]);
    return;
  }
  const job = readJob(jobRecordOf('lead_import', record));
  const deps = isDryRun(job.input) ? asDryRun(worker) : worker;
  const read = mayBeRead(error) ? [job.input] : [];
  const { erased, optOuts } = await readUnrecorded(deps, job, read, error instanceof DeadlyRowError);
  const outcome = erased.size > 0 ? erasedRow : faultOf(error);
  await deps.store.record({
    fence: 0,
    countsProgress: false,
    at,
    rows: [
      {
        ref: { jobId, index: 0 },
        source: job.input.source,
        outcome,
        end: erased.size > 0 ? endOfSingle(jobId, outcome, at) : endOfFault(jobId, error, at),
      },
    ],
    leads: [],
    listGroups: [],
    events: [],
    optOuts,
    errorLogEntries: [
      {
        level: 'error',
        message: mayBeRead(error) ? outcome.error : `${outcome.error}. ${unreadOptOuts}`,
        source: 'import',
        leadSource: job.input.source,
        errorCode: outcome.code,
        jobId,
        requestId: job.requestId,
      },
    ],
  });
}
