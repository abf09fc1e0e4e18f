import { RecordBusyError } from '../work/record-busy-error.js';
import type { Suppression, TicketOptOut } from '../ports/suppression.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import type { SuppressionDependencies } from './suppression-work.js';
import { processSuppressions, type PushOutcome } from './process-suppressions.js';

export interface OptedOut {
  /** The entry with its outcome, or the reason why the ticket could not be read; that is then retried. */
  readonly entry: Suppression | Error;
  /** Resolves when marks and notes of the ticket are written; failures are retried later. */
  readonly onTicket: Promise<unknown>;
}

/**
 * Records the opt-out of a notification as a suppression and notifies the provider. If its opt-out is already
 * recorded, returns the existing entry.
 *
 * @throws RecordBusyError, StaleClaimError, PsaBudgetError when it should be retried a little later
 */
export async function takeOptOut(
  deps: SuppressionDependencies,
  notification: TicketOptOut,
): Promise<OptedOut> {
  const opened = await deps.suppressions.open(notification);
  if (opened.person !== null && opened.status !== 'pending') {
    return { entry: opened, onTicket: Promise.resolve() };
  }
  const { pushed, ended } = startWork(deps, opened.suppressionId);
  const own = await Promise.race([pushed, ended.then(() => null)]);
  if (own === null) {
    throw new RecordBusyError('Another worker is processing the opt-out');
  }
  if (own.entry.person === null) {
    await ended;
    const fault = own.fault ?? new Error('The ticket could not be read');
    if (fault instanceof PsaBudgetError) {
      throw fault;
    }
    const { ticketId } = notification;
    return { entry: new Error(`Ticket ${ticketId} could not be read: ${fault.message}`), onTicket: ended };
  }
  if (own.entry.status === 'pending') {
    // The entry of an earlier notification exists, and its provider is being notified at this moment.
    await ended;
    throw new RecordBusyError('Another worker is processing the opt-out');
  }
  return { entry: own.entry, onTicket: ended };
}

/** The response waits only for the provider. The ticket is written afterwards, because it may have to wait for the PSA's budget. */
function startWork(deps: SuppressionDependencies, suppressionId: string) {
  let ended: Promise<unknown> = Promise.resolve();
  const pushed = new Promise<PushOutcome>((resolve) => {
    ended = processSuppressions(deps, [suppressionId], resolve);
  });
  return { pushed, ended };
}
