import { checkTransition, DO_NOT_CONTACT_FIELD, isStatus, parseFlag } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import { repeatLostResponses } from '../work/write-once.js';
import { addPlannedListItems } from '../psa/fill-lists.js';
import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import { PsaRefusedError } from '../ports/psa-errors.js';
import type { Suppression } from '../ports/suppression.js';
import { changeEntry, type SuppressionContext, type SuppressionWork } from './suppression-work.js';

const optedOut = 'do_not_contact';

/**
 * Marks the opt-out in the PSA where people have not done so themselves: CF_105, the status if the lifecycle
 * permits the transition, and the Do Not Contact list. A mark that the PSA refuses is left to people, with an
 * entry in the error log.
 */
export async function markTicket(work: SuppressionWork, context: SuppressionContext): Promise<void> {
  const steps = { flag: setFlag, status: moveLead, list: addToList } as const;
  for (const mark of work.entry.marks) {
    const { ticketId } = work.entry;
    if (ticketId === null) {
      return;
    }
    const errorLogEntries: NewErrorLogEntry[] = [];
    try {
      errorLogEntries.push(...(await steps[mark](work, ticketId, context)));
    } catch (error) {
      if (!(error instanceof PsaRefusedError)) {
        throw error;
      }
      errorLogEntries.push(refusal(work.entry, error));
    }
    await changeEntry(
      work,
      { marks: work.entry.marks.filter((other) => other !== mark) },
      context,
      errorLogEntries,
    );
  }
}

async function setFlag(
  work: SuppressionWork,
  ticketId: number,
  { session }: SuppressionContext,
): Promise<NewErrorLogEntry[]> {
  work.ticket ??= await session.getTicket(ticketId);
  if (work.ticket !== null && parseFlag(work.ticket.customFields[DO_NOT_CONTACT_FIELD]) !== true) {
    const customfields = [{ id: DO_NOT_CONTACT_FIELD, value: true }];
    await repeatLostResponses(async () => session.updateTicket(ticketId, { customfields }));
  }
  return [];
}

/** The transition runs as a job, like one requested over the API, so that history, PSA and analytics agree. */
async function moveLead(
  { entry }: SuppressionWork,
  ticketId: number,
  { suppressions, jobs, queue, clock }: SuppressionContext,
): Promise<NewErrorLogEntry[]> {
  const lead = await suppressions.leadOfTicket(ticketId);
  if (
    lead === null ||
    !isStatus('lead', lead.status) ||
    checkTransition('lead', lead.status, optedOut).result !== 'move'
  ) {
    return [];
  }
  // One job for each entry, however often this runs.
  const jobId = entry.suppressionId.replace(/^sup_/, 'job_');
  if ((await jobs.find(jobId)) === null) {
    await jobs.create({
      jobId,
      type: 'lead_status',
      input: { lead_id: lead.leadId, status: optedOut, reason: entry.reason },
      requestId: entry.suppressionId,
      actor: { id: entry.requestedBy, name: entry.requestedBy },
      total: 1,
      createdAt: isoTime(clock.now()),
    });
  }
  // If the queue is unavailable nothing is lost: the sweeper enqueues the job from its record.
  await queue.enqueue({ jobId, type: 'lead_status' }).catch(() => undefined);
  return [];
}

async function addToList(
  { entry }: SuppressionWork,
  ticketId: number,
  context: SuppressionContext,
): Promise<NewErrorLogEntry[]> {
  const { caches, session, suppressions, settings, psa, store } = context;
  const name = settings().listNames.doNotContact;
  if (session.listing === 'off') {
    return [];
  }
  const list = await caches.list(session, name);
  if (list === null) {
    return [
      {
        level: 'warning',
        message: `The PSA has no list named '${name}'; a ticket was not added to it`,
        source: 'psa',
        errorCode: 'LIST_MISSING',
      },
    ];
  }
  await suppressions.planListGroup({ listId: list.id, ticketId, suppressionId: entry.suppressionId });
  await addPlannedListItems(
    { psa, store },
    { jobIds: [entry.suppressionId], priority: 'opt_out', everything: true },
  );
  return [];
}

function refusal(entry: Suppression, error: PsaRefusedError): NewErrorLogEntry {
  return {
    level: 'error',
    message: `The PSA refused to mark ticket ${entry.ticketId ?? ''} as Do Not Contact: ${error.message}`,
    source: 'psa',
    errorCode: 'DO_NOT_CONTACT_NOT_MARKED',
    ...(entry.leadId === null ? {} : { leadId: entry.leadId }),
  };
}
