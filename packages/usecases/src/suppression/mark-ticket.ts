import { unfinishedJobStatuses, type TicketMark } from '@leadbridge/contracts';
import { checkTransition, DO_NOT_CONTACT_FIELD, isStatus, parseFlag } from '@leadbridge/domain';
import { derivedJobId, isoTime } from '@leadbridge/platform';

import { storeAndStart } from '../work/start-jobs.js';
import { repeatLostResponses } from '../work/write-once.js';
import { addPlannedListItems } from '../psa/fill-lists.js';
import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import type { JobRecord } from '../ports/jobs.js';
import { PsaRefusedError } from '../ports/psa-errors.js';
import type { Suppression } from '../ports/suppression.js';
import { changeEntry, type SuppressionContext, type SuppressionWork } from './suppression-work.js';

const optedOut = 'do_not_contact';
/** Few enough that a small window of the budget has the calls of a HaloPSA, one or two for each. */
const listedAtOnce = 10;

/**
 * Marks the opt-out in the PSA where people have not done so themselves: CF_105, and the status if the lifecycle
 * permits the transition. A mark that the PSA refuses is left to people, with an entry in the error log.
 */
export async function markTicket(work: SuppressionWork, context: SuppressionContext): Promise<void> {
  const steps = { flag: setFlag, status: moveLead } as const;
  for (const mark of work.entry.marks) {
    const { ticketId } = work.entry;
    if (ticketId === null || mark === 'list') {
      continue;
    }
    let errorLogEntries: readonly NewErrorLogEntry[] | null;
    try {
      errorLogEntries = await steps[mark](work, ticketId, context);
    } catch (error) {
      errorLogEntries = [refusal(work.entry, error)];
    }
    if (errorLogEntries !== null) {
      await endMark(work, mark, context, errorLogEntries);
    }
  }
}

/** The last mark, the Do Not Contact list: opt-outs share its requests, and the look at it after an interruption. */
export async function addToOptOutList(
  works: readonly SuppressionWork[],
  context: SuppressionContext,
): Promise<void> {
  const due = works.filter(({ entry }) => entry.ticketId !== null && entry.marks.includes('list'));
  for (let start = 0; start < due.length; start += listedAtOnce) {
    const together = due.slice(start, start + listedAtOnce);
    let errorLogEntriesOf: (work: SuppressionWork) => readonly NewErrorLogEntry[];
    try {
      const errorLogEntries = await addToList(together, context);
      errorLogEntriesOf = () => errorLogEntries;
    } catch (error) {
      errorLogEntriesOf = ({ entry }) => [refusal(entry, error)];
    }
    for (const work of together) {
      await endMark(work, 'list', context, errorLogEntriesOf(work));
    }
  }
}

async function endMark(
  work: SuppressionWork,
  mark: TicketMark,
  context: SuppressionContext,
  errorLogEntries: readonly NewErrorLogEntry[],
): Promise<void> {
  const marks = work.entry.marks.filter((other) => other !== mark);
  await changeEntry(work, { marks }, context, errorLogEntries);
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

/**
 * The transition runs as a job, like one requested over the API, so that history, PSA and analytics agree.
 *
 * @returns null until the job has ended: the mark stays
 */
async function moveLead(
  { entry }: SuppressionWork,
  ticketId: number,
  context: SuppressionContext,
): Promise<NewErrorLogEntry[] | null> {
  const { jobId, job } = await findJob(entry, context.jobs);
  // Read behind the job, whose end has moved it.
  const [lead] = await context.suppressions.leadsOfTicket(ticketId);
  if (
    lead === undefined ||
    !isStatus('lead', lead.status) ||
    checkTransition('lead', lead.status, optedOut).result !== 'move'
  ) {
    return [];
  }
  if (job !== null && !isUnfinished(job)) {
    // It failed or was cancelled: the lead is left to people.
    return [];
  }
  await storeAndStart(context, {
    jobId,
    type: 'lead_status',
    input: { lead_id: lead.leadId, status: optedOut, reason: entry.reason },
    requestId: entry.suppressionId,
    actor: { id: entry.requestedBy, name: entry.requestedBy },
    total: 1,
    createdAt: isoTime(context.clock.now()),
  });
  return null;
}

/**
 * One job for each entry, however often this runs: a further one only if people have moved the lead back, or had the
 * marks written again, since the last one ended.
 */
async function findJob(
  { suppressionId, ticketAttempts }: Suppression,
  jobs: SuppressionContext['jobs'],
): Promise<{ readonly jobId: string; readonly job: JobRecord | null }> {
  let jobId = suppressionId.replace(/^sup_/, 'job_');
  for (let further = 1; ; further += 1) {
    const job = await jobs.find(jobId);
    const isOver = job !== null && !isUnfinished(job);
    if (!isOver || (job.status !== 'completed' && ticketAttempts > 0)) {
      return { jobId, job };
    }
    jobId = derivedJobId(`${suppressionId}/${further}`);
  }
}

function isUnfinished({ status }: JobRecord): boolean {
  return unfinishedJobStatuses.includes(status);
}

/** Whether the job was requested by an opt-out, and so by nobody who would request it again. */
export function isOfOptOut({ requestId }: Pick<JobRecord, 'requestId'>): boolean {
  return requestId.startsWith('sup_');
}

async function addToList(
  works: readonly SuppressionWork[],
  context: SuppressionContext,
): Promise<readonly NewErrorLogEntry[]> {
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
  for (const { entry } of works) {
    const { suppressionId, ticketId } = entry;
    if (ticketId !== null) {
      await suppressions.planListGroup({ listId: list.id, ticketId, suppressionId });
    }
  }
  const jobIds = works.map(({ entry }) => entry.suppressionId);
  await addPlannedListItems({ psa, store }, { jobIds, priority: 'opt_out', everything: true });
  return [];
}

/** @throws the error if it is no refusal by the PSA */
function refusal(entry: Suppression, error: unknown): NewErrorLogEntry {
  if (!(error instanceof PsaRefusedError)) {
    throw error;
  }
  return {
    level: 'error',
    message: `The PSA refused to mark ticket ${entry.ticketId ?? ''} as Do Not Contact: ${error.message}`,
    source: 'psa',
    errorCode: 'DO_NOT_CONTACT_NOT_MARKED',
    ...(entry.leadId === null ? {} : { leadId: entry.leadId }),
  };
}
