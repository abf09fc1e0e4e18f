import { isoTime } from '@leadbridge/platform';

import { StaleClaimError } from '../ports/import-store.js';
import {
  changeEntry,
  ticketRetry,
  type SuppressionContext,
  type SuppressionWork,
} from './suppression-work.js';
import { readLeadSource, readTicketPerson } from './read-ticket-person.js';

/** The ticket of an opt-out does not exist in the PSA. */
class NoSuchTicketError extends Error {
  override readonly name = 'NoSuchTicketError';
}

/**
 * Reads from the ticket what the entry does not know yet: who opted out, if a notification named only the
 * ticket, and the source of the lead.
 */
export async function readTicketOfEntry(work: SuppressionWork, context: SuppressionContext): Promise<void> {
  const { entry } = work;
  const knowsEnough = entry.person !== null && (entry.leadSource !== null || entry.ticketId === null);
  if (knowsEnough || entry.ticketId === null) {
    return;
  }
  try {
    work.ticket = await context.session.getTicket(entry.ticketId);
    if (work.ticket === null) {
      await missTicket(work, context);
      return;
    }
    if (entry.person !== null) {
      await changeEntry(work, { leadSource: readLeadSource(work.ticket) }, context);
      return;
    }
    const read = await readTicketPerson(
      work.ticket,
      context.session,
      context.suppressions,
      context.settings().defaultCountry,
    );
    const at = isoTime(context.clock.now());
    const standing = await context.suppressions.resolve(entry, read, context.claims.fence, at);
    if (standing === null) {
      throw new StaleClaimError('Another worker has taken over the opt-out');
    }
    work.entry = standing;
    work.isMerged = standing.suppressionId !== entry.suppressionId;
  } catch (error) {
    if (error instanceof StaleClaimError) {
      throw error;
    }
    work.fault = error instanceof Error ? error : new Error('The ticket could not be read', { cause: error });
    await putOff(work, work.fault, context);
  }
}

/** The provider can only be notified once the person is known, so both are retried at the same time. */
async function putOff(work: SuppressionWork, fault: Error, context: SuppressionContext): Promise<void> {
  const retry = ticketRetry(work.entry, fault, context);
  const later = { ...retry, pushAt: retry.ticketAt ?? null };
  if (later.pushAt !== null) {
    await changeEntry(work, later, context);
    return;
  }
  const error = `Ticket ${work.entry.ticketId ?? ''} could not be read: ${fault.message}`;
  const statusAt = isoTime(context.clock.now());
  await changeEntry(work, { ...later, status: 'failed', statusReason: error, error, statusAt }, context, [
    {
      level: 'error',
      message: `An opt-out was given up. ${error}`,
      source: 'psa',
      errorCode: 'SUPPRESSION_FAILED',
    },
  ]);
}

/**
 * If the person is known from elsewhere, the provider is notified without the ticket; otherwise there is no
 * one to report.
 */
async function missTicket(work: SuppressionWork, context: SuppressionContext): Promise<void> {
  const { entry } = work;
  const error = `The ticket ${entry.ticketId ?? ''} does not exist in the PSA`;
  const at = isoTime(context.clock.now());
  const errorLogEntry = {
    level: 'warning',
    message: `An opt-out names a ticket that does not exist: ${entry.ticketId ?? ''}`,
    source: 'psa',
    errorCode: 'TICKET_NOT_FOUND',
  } as const;
  if (entry.person !== null) {
    await changeEntry(work, { leadSource: '', marks: [], notes: [], ticketAt: null }, context, [
      errorLogEntry,
    ]);
    return;
  }
  work.fault = new NoSuchTicketError(error);
  await changeEntry(
    work,
    { status: 'failed', statusReason: error, error, statusAt: at, pushAt: null, ticketAt: null },
    context,
    entry.status === 'failed' ? [] : [errorLogEntry],
  );
}
