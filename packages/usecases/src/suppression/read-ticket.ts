import { isoTime } from '@leadbridge/platform';

import { StaleClaimError } from '../ports/import-store.js';
import type { ReadOptOut } from '../ports/suppression.js';
import {
  changeEntry,
  faultOfStep,
  ticketRetry,
  type SuppressionContext,
  type SuppressionWork,
} from './suppression-work.js';
import { readLeadSource, readTicketPerson } from './read-ticket-person.js';

class NoSuchTicketError extends Error {
  override readonly name = 'NoSuchTicketError';
}

/** Who opted out, if a notification named only the ticket, and the source of the lead. */
export async function readTicketOfEntry(work: SuppressionWork, context: SuppressionContext): Promise<void> {
  const { entry } = work;
  if (entry.ticketId === null) {
    await readSourceOfRecord(work, context);
    return;
  }
  if (entry.person !== null && entry.leadSource !== null) {
    return;
  }
  try {
    work.ticket = await context.session.getTicket(entry.ticketId);
    if (work.ticket === null) {
      await missTicket(work, entry.ticketId, context);
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
    await resolveEntry(work, read, context);
  } catch (error) {
    work.fault = faultOfStep(error, 'The ticket could not be read');
    await putOff(work, work.fault, context);
  }
}

/** Adds who opted out to the entry, or merges it into that of an earlier notification. */
async function resolveEntry(
  work: SuppressionWork,
  read: ReadOptOut,
  { suppressions, claims, clock }: SuppressionContext,
): Promise<void> {
  const { entry } = work;
  const standing = await suppressions.resolve(entry, read, claims.fence, isoTime(clock.now()));
  if (standing === null) {
    throw new StaleClaimError('Another worker has taken over the opt-out');
  }
  work.entry = standing;
  work.isMerged = standing.suppressionId !== entry.suppressionId;
}

/** A lead whose ticket is lost has no CF_101 any more: its record says which provider sent it. */
async function readSourceOfRecord(work: SuppressionWork, context: SuppressionContext): Promise<void> {
  const { leadId, leadSource } = work.entry;
  if (leadSource !== null || leadId === null) {
    return;
  }
  const record = await context.suppressions.leadById(leadId);
  await changeEntry(work, { leadSource: record?.source ?? '' }, context);
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
 * A ticket can be deleted before its opt-out is processed, by a person or by an undo. Our record of its lead
 * then says who opted out and which provider sent the lead; without a record there is no one to report.
 */
async function missTicket(
  work: SuppressionWork,
  ticketId: number,
  context: SuppressionContext,
): Promise<void> {
  const { entry } = work;
  const errorLogEntry = {
    level: 'warning',
    message: `An opt-out names a ticket that does not exist: ${ticketId}`,
    source: 'psa',
    errorCode: 'TICKET_NOT_FOUND',
  } as const;
  const { suppressions } = context;
  const [record = null] =
    entry.leadId === null
      ? await suppressions.leadsOfTicket(ticketId)
      : [await suppressions.leadById(entry.leadId)];
  const leadSource = record?.source ?? '';
  const nothingToWrite = { marks: [], notes: [], ticketAt: null };
  if (entry.person !== null) {
    await changeEntry(work, { leadSource, ...nothingToWrite }, context, [errorLogEntry]);
    return;
  }
  if (record !== null) {
    await resolveEntry(work, { person: record.person, keys: record.keys, leadSource }, context);
    if (!work.isMerged) {
      await changeEntry(work, nothingToWrite, context, [errorLogEntry]);
    }
    return;
  }
  const error = `The ticket ${ticketId} does not exist in the PSA`;
  const statusAt = isoTime(context.clock.now());
  work.fault = new NoSuchTicketError(error);
  await changeEntry(
    work,
    { status: 'failed', statusReason: error, error, statusAt, pushAt: null, ticketAt: null },
    context,
    entry.status === 'failed' ? [] : [errorLogEntry],
  );
}
