import { DO_NOT_CONTACT_FIELD } from '@leadbridge/domain';
import { isoTime, newId } from '@leadbridge/platform';

import type { JobActor } from '../ports/jobs.js';
import { optOutReason, type TicketNotification } from '../psa-changes/ticket-notification.js';
import { storeAndStart } from '../work/start-jobs.js';
import type { ReconciliationDependencies } from './dependencies.js';

export interface ShownOptOut {
  readonly ticketId: number;
  readonly isFlagged: boolean;
  /** Null if its status does not show it. */
  readonly statusId: number | null;
}

type Dependencies = Pick<ReconciliationDependencies, 'jobs' | 'queue' | 'clock' | 'settings'>;

/**
 * Processes opt-outs as if the PSA had notified us of them now. Persons who are suppressed by then are
 * skipped.
 *
 * @param by `jobId` is the id of the job that processes them, which is stored only once; a new id if none is
 * given
 */
export async function takeOptOuts(
  shown: readonly ShownOptOut[],
  by: { readonly actor: JobActor; readonly jobId?: string },
  deps: Dependencies,
): Promise<void> {
  if (shown.length === 0) {
    return;
  }
  const now = deps.clock.now();
  const { actor, jobId = newId('job', now) } = by;
  const { statusIds } = deps.settings();
  await storeAndStart(deps, {
    jobId,
    type: 'dnc_sync',
    input: { notifications: shown.map((each) => notificationOf(each, statusIds)), isList: true },
    requestId: newId('req', now),
    ...{ actor, total: shown.length, createdAt: isoTime(now) },
  });
}

/** The notification that the PSA should have sent. */
function notificationOf(
  { ticketId, isFlagged, statusId }: ShownOptOut,
  statusIds: ReturnType<Dependencies['settings']>['statusIds'],
): TicketNotification {
  const flagged = { customfields: [{ id: DO_NOT_CONTACT_FIELD, new_value: true }] };
  const moved = statusId === null ? {} : { status_id: { new_value: statusId } };
  const notification = { ticketId, changes: { ...(isFlagged ? flagged : {}), ...moved } };
  // A status that is mapped only by name cannot be identified by its id.
  return optOutReason(notification, statusIds) === null
    ? { ticketId, changes: { ...notification.changes, ...flagged } }
    : notification;
}
