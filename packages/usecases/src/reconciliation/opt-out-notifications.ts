import { DO_NOT_CONTACT_FIELD } from '@leadbridge/domain';
import { isoTime, newId } from '@leadbridge/platform';

import type { JobActor } from '../ports/jobs.js';
import { optOutReason, type TicketNotification } from '../psa-changes/ticket-notification.js';
import type { ReconciliationDependencies } from './dependencies.js';

/** What of a ticket says that its person has opted out. */
export interface ShownOptOut {
  readonly ticketId: number;
  readonly isFlagged: boolean;
  /** Null where its status does not say so. */
  readonly statusId: number | null;
}

type Dependencies = Pick<ReconciliationDependencies, 'jobs' | 'queue' | 'clock' | 'settings'>;

/**
 * Has opt-outs taken as if the PSA had notified us of them now. A person who is suppressed by then is passed over.
 *
 * @param by `jobId` is that of the job that takes them, which is stored once; a new one where none is given
 */
export async function takeOptOuts(
  shown: readonly ShownOptOut[],
  by: { readonly actor: JobActor; readonly jobId?: string },
  { jobs, queue, clock, settings }: Dependencies,
): Promise<void> {
  if (shown.length === 0) {
    return;
  }
  const now = clock.now();
  const { actor, jobId = newId('job', now) } = by;
  const { statusIds } = settings();
  if (by.jobId === undefined || (await jobs.find(jobId)) === null) {
    await jobs.create({
      jobId,
      type: 'dnc_sync',
      input: { notifications: shown.map((each) => notificationOf(each, statusIds)), isList: true },
      requestId: newId('req', now),
      actor,
      total: shown.length,
      createdAt: isoTime(now),
    });
  }
  // A queue that is away loses nothing: the sweeper brings the job in from its record.
  await queue.enqueue({ jobId, type: 'dnc_sync' }).catch(() => undefined);
}

/** The notification that should have come. */
function notificationOf(
  { ticketId, isFlagged, statusId }: ShownOptOut,
  statusIds: ReturnType<Dependencies['settings']>['statusIds'],
): TicketNotification {
  const flagged = { customfields: [{ id: DO_NOT_CONTACT_FIELD, new_value: true }] };
  const moved = statusId === null ? {} : { status_id: { new_value: statusId } };
  const notification = { ticketId, changes: { ...(isFlagged ? flagged : {}), ...moved } };
  // A status that is known by its name alone says nothing by its number.
  return optOutReason(notification, statusIds) === null
    ? { ticketId, changes: { ...notification.changes, ...flagged } }
    : notification;
}
