import { setAsideCode, snakeKeys } from '@leadbridge/contracts';
import { isoTime, withTimeout } from '@leadbridge/platform';
import pMap from 'p-map';

import { isFromPsa } from '../work/job-fault.js';
import { done, refused, type JobOutcome } from '../work/job-outcome.js';
import { RecordBusyError } from '../work/record-busy-error.js';
import type { TryPart } from '../work/run-once.js';
import { storeAndStart } from '../work/start-jobs.js';
import type { PsaTicketChange } from './apply-ticket-change.js';
import { StaleClaimError } from '../ports/import-store.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import type { SuppressionDependencies } from '../suppression/suppression-work.js';
import { suppressionResult } from '../suppression/suppression-result.js';
import { takeOptOut } from '../suppression/take-opt-out.js';
import {
  noOptOut,
  resultsApart,
  takeApart,
  type NotificationResult,
  type TicketSyncJob,
} from './notifications-apart.js';
import { readChanges } from './read-changes.js';
import { optOutReason, type TicketNotification } from './ticket-notification.js';

const concurrentNotifications = 4;
/** So many are repeated together after a fault: the smallest window of the PSA's budget has the calls for them. */
const maxTogether = 10;
/** How long a response waits, after the provider was notified, for work whose result it does not contain. */
const patienceMs = 2_000;
/** As long as opt-outs are retried. */
const unreadMs = 7 * 24 * 3_600_000;

export interface TicketSyncDependencies extends SuppressionDependencies {
  /** The lifecycle, for changes that people made in the PSA. */
  readonly applyTicketChange: (change: PsaTicketChange) => Promise<void>;
}

/**
 * Processes change notifications of the PSA (specification, "POST /webhooks/dnc-sync"): an opt-out becomes a
 * suppression and is sent to its provider; everything else goes to the lifecycle. Safe to repeat at any time:
 * recorded work is returned, not repeated.
 *
 * @param tryPart set if processes have crashed during the job: the notification that crashes them is set
 * aside, and the others are processed
 */
export async function syncTicketChanges(
  deps: TicketSyncDependencies,
  job: TicketSyncJob,
  tryPart: TryPart | null,
): Promise<JobOutcome> {
  const { notifications, isList } = job.input;
  const apart = notifications.length > maxTogether ? await resultsApart(deps, job) : null;
  if (apart !== null) {
    return 'kind' in apart ? apart : responseOfList(apart);
  }
  const results = await pMap(
    notifications,
    async (notification, index) => {
      const work = async (): Promise<NotificationResult> =>
        syncOne(deps, job, notification, `${job.jobId}#${index}`);
      try {
        const setAside = async (fault: Error): Promise<NotificationResult> =>
          setAsideOne(deps, job, notification, fault);
        return await (tryPart === null
          ? work()
          : tryPart({ index, subject: 'notification' }, { work, setAside }));
      } catch (error) {
        return error instanceof Error ? error : new Error('The notification failed', { cause: error });
      }
    },
    { concurrency: tryPart === null ? concurrentNotifications : 1 },
  );
  const fault = worstFault(results);
  if (fault instanceof PsaBudgetError && notifications.length > maxTogether) {
    return await takeApart(deps, job);
  }
  if (fault !== null) {
    const continueAt = whenReadAgain(deps, job, results);
    if (continueAt !== null) {
      return { kind: 'waiting', continueAt, reason: 'psa_unavailable' };
    }
    throw fault;
  }
  const responses = results.filter((result) => !(result instanceof Error)) as readonly NotificationResult[];
  return isList ? responseOfList(responses) : responseOfOne(responses[0]);
}

/**
 * When to read tickets again that the PSA does not show now. A notification without details may be an opt-out, of which
 * nothing is recorded before its ticket is read, and which the PSA does not send again. Null if it is not about that.
 */
function whenReadAgain(
  { clock, retryDelays }: TicketSyncDependencies,
  { type, input, createdAt }: TicketSyncJob,
  results: readonly (NotificationResult | Error)[],
): number | null {
  const isUnread = results.some(
    (result, index) => input.notifications[index]?.isUntold === true && isFromPsa(result),
  );
  const ageMs = clock.now() - Date.parse(createdAt);
  if (type !== 'dnc_sync' || !isUnread || ageMs > unreadMs) {
    return null;
  }
  const seconds = retryDelays.find((delay) => delay * 1_000 > ageMs) ?? retryDelays.at(-1) ?? 0;
  return clock.now() + seconds * 1_000;
}

/** It may have been an opt-out, which must not be lost silently. */
async function setAsideOne(
  { store }: TicketSyncDependencies,
  { jobId, requestId }: TicketSyncJob,
  { ticketId }: TicketNotification,
  { message }: Error,
): Promise<NotificationResult> {
  await store.saveErrorLogEntries([
    {
      level: 'error',
      fault: 'service',
      message: `${message}. Check whether the ticket ${ticketId} contains an opt-out`,
      source: 'suppression',
      errorCode: setAsideCode,
      jobId,
      requestId,
    },
  ]);
  return { success: false, ticketId, error: message };
}

async function syncOne(
  deps: TicketSyncDependencies,
  job: TicketSyncJob,
  received: TicketNotification,
  reference: string,
): Promise<NotificationResult> {
  const { ticketId } = received;
  const notification = received.isUntold === true ? await readUntold(deps, received) : received;
  const reason = optOutReason(notification, deps.settings().statusIds);
  if (reason === null) {
    await deps.applyTicketChange({ ...notification, jobId: job.jobId, at: isoTime(deps.clock.now()) });
    return { success: true, ticketId, message: noOptOut };
  }
  const { entry, onTicket } = await takeOptOut(deps, { ticketId, reference, reason, at: job.createdAt });
  if (entry instanceof Error) {
    return { success: false, ticketId, error: entry.message };
  }
  await Promise.all([followPatiently(deps, job, notification, reference), withinPatience(onTicket)]);
  return { success: true, ticketId, suppressionResult: suppressionResult(entry) };
}

/** What may have changed, still forced if that was requested: an opt-out among it must not cost the request. */
async function readUntold(
  deps: TicketSyncDependencies,
  { ticketId, isForced }: TicketNotification,
): Promise<TicketNotification> {
  const read = await readChanges(deps, ticketId);
  return isForced === true ? { ...read, isForced } : read;
}

/**
 * Updates our record after an opt-out. The lifecycle must neither fail nor delay the response: if it does not
 * succeed quickly, a separate job does it.
 */
async function followPatiently(
  deps: TicketSyncDependencies,
  job: TicketSyncJob,
  notification: TicketNotification,
  reference: string,
): Promise<void> {
  const at = isoTime(deps.clock.now());
  const hasFollowed = await withinPatience(deps.applyTicketChange({ ...notification, jobId: job.jobId, at }));
  if (!hasFollowed) {
    const { requestId, actor } = job;
    await storeAndStart(deps, {
      jobId: reference.replace('#', '-'),
      type: 'ticket_change',
      input: { notifications: [notification], isList: false },
      ...{ requestId, actor, total: 1, createdAt: at },
    });
  }
}

/** True if `work` succeeds within a short time; its later errors are handled elsewhere. */
async function withinPatience(work: Promise<unknown>): Promise<boolean> {
  return await withTimeout(work, patienceMs).then(
    () => true,
    () => false,
  );
}

/** Prefers a real fault over one that only asks for a retry, so that the real one is not hidden. */
function worstFault(results: readonly (NotificationResult | Error)[]): Error | null {
  const faults = results.filter((result) => result instanceof Error);
  const isPatient = (fault: Error): boolean =>
    fault instanceof PsaBudgetError || fault instanceof RecordBusyError || fault instanceof StaleClaimError;
  return faults.find((fault) => !isPatient(fault)) ?? faults[0] ?? null;
}

function responseOfOne(response: NotificationResult | undefined): JobOutcome {
  if (response === undefined) {
    return done({ success: true, message: noOptOut });
  }
  if (!response.success) {
    return refused('EXTERNAL_API_ERROR', response.error, { ticket_id: response.ticketId });
  }
  return done('message' in response ? { success: true, message: noOptOut } : response);
}

function responseOfList(responses: readonly NotificationResult[]): JobOutcome {
  const succeeded = responses.filter((response) => response.success);
  const failed = responses.length - succeeded.length;
  return failed === 0
    ? done({ success: true, results: succeeded })
    : refused('EXTERNAL_API_ERROR', `${failed} of ${responses.length} notifications could not be processed`, {
        results: snakeKeys(responses),
      });
}
