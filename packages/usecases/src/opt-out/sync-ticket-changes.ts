import { isoTime } from '@leadbridge/platform';
import pMap from 'p-map';

import { done, refused, type JobOutcome } from '../jobs/job-outcome.js';
import { RecordBusyError } from '../jobs/record-busy-error.js';
import { StaleClaimError } from '../ports/import-store.js';
import type { JobRecord } from '../ports/jobs.js';
import type { Suppression } from '../ports/opt-out.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import type { OptOutDependencies } from './entry-work.js';
import { suppressionResult } from './suppression-result.js';
import { optOutReason, type TicketNotification } from './ticket-notification.js';
import { workEntries } from './work-entries.js';

const concurrentNotifications = 4;
const noOptOut = 'No Do Not Contact change';

/** What the lifecycle makes of a change that people made in the PSA. */
export interface TicketChange extends TicketNotification {
  readonly jobId: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface TicketSyncDependencies extends OptOutDependencies {
  readonly applyTicketChange: (change: TicketChange) => Promise<void>;
}

/** The input of a `dnc_sync` or `ticket_change` job. */
export interface TicketSyncInput {
  readonly notifications: readonly TicketNotification[];
  /** True where they came as an array, and are answered as one. */
  readonly isList: boolean;
}

type Answer = { readonly success: boolean; readonly ticket_id: number } & Readonly<Record<string, unknown>>;

/**
 * Acts on change notifications of the PSA (specification, "POST /webhooks/dnc-sync"): an opt-out goes onto the ledger and to its provider,
 * everything else to the lifecycle. May be run again at any moment: what is on the ledger is answered and not done twice.
 */
export async function syncTicketChanges(deps: TicketSyncDependencies, job: JobRecord): Promise<JobOutcome> {
  const { notifications, isList } = job.input as unknown as TicketSyncInput;
  const results = await pMap(
    notifications.map((notification, index) => ({ notification, reference: `${job.jobId}#${index}` })),
    async ({ notification, reference }) => {
      try {
        return await syncOne(deps, job, notification, reference);
      } catch (error) {
        return error instanceof Error ? error : new Error('The notification failed', { cause: error });
      }
    },
    { concurrency: concurrentNotifications },
  );
  const fault = worstFault(results);
  if (fault !== null) {
    throw fault;
  }
  const answers = results.filter((result) => !(result instanceof Error)) as readonly Answer[];
  return isList ? answerOfList(answers) : answerOfOne(answers[0]);
}

async function syncOne(
  deps: TicketSyncDependencies,
  job: JobRecord,
  notification: TicketNotification,
  reference: string,
): Promise<Answer> {
  const reason = optOutReason(notification, deps.settings().statusIds);
  const { ticketId } = notification;
  let answer: Answer = { success: true, ticket_id: ticketId, message: noOptOut };
  if (reason !== null) {
    const entry = await optOut(deps, { ticketId, reference, reason, at: job.createdAt });
    if (entry instanceof Error) {
      return { success: false, ticket_id: ticketId, error: entry.message };
    }
    answer = { success: true, ticket_id: ticketId, suppression_result: suppressionResult(entry) };
  }
  await follow(deps, job, notification, reference);
  return answer;
}

/**
 * Lets our record follow the change. Behind an opt-out the lifecycle must neither spoil nor delay the answer: what does not work at
 * once becomes a job of its own.
 */
async function follow(
  deps: TicketSyncDependencies,
  job: JobRecord,
  notification: TicketNotification,
  reference: string,
): Promise<void> {
  const at = isoTime(deps.clock.now());
  try {
    await deps.applyTicketChange({ ...notification, jobId: job.jobId, at });
  } catch (error) {
    if (job.type !== 'dnc_sync') {
      throw error;
    }
    const jobId = reference.replace('#', '-');
    if ((await deps.jobs.find(jobId)) === null) {
      const input = { notifications: [notification], isList: false } satisfies TicketSyncInput;
      const { requestId, actor } = job;
      await deps.jobs.create({
        jobId,
        type: 'ticket_change',
        input,
        requestId,
        actor,
        total: 1,
        createdAt: at,
      });
    }
    // A queue that is away loses nothing: the sweeper brings the job in from its record.
    await deps.queue.enqueue({ jobId, type: 'ticket_change' }).catch(() => undefined);
  }
}

/** The entry with its outcome, or why the ticket could not be read; the ledger then goes on trying. */
async function optOut(
  deps: TicketSyncDependencies,
  notification: { ticketId: number; reference: string; reason: string; at: string },
): Promise<Suppression | Error> {
  const opened = await deps.ledger.open(notification);
  if (opened.person !== null && opened.status !== 'pending') {
    return opened;
  }
  const { worked, busy } = await workEntries(deps, [opened.suppressionId]);
  const [own] = worked;
  if (own === undefined || busy.length > 0) {
    throw new RecordBusyError('Another worker is at work on the opt-out');
  }
  if (own.entry.person === null) {
    const fault = own.fault ?? new Error('The ticket could not be read');
    if (fault instanceof PsaBudgetError) {
      throw fault;
    }
    return new Error(`Ticket ${notification.ticketId} could not be read: ${fault.message}`);
  }
  if (own.entry.status === 'pending') {
    // The entry of an earlier notification stands, and its provider is being told at this moment.
    throw new RecordBusyError('Another worker is at work on the opt-out');
  }
  return own.entry;
}

/** A real fault before one that only says "later", so that it does not hide behind it. */
function worstFault(results: readonly (Answer | Error)[]): Error | null {
  const faults = results.filter((result) => result instanceof Error);
  const isPatient = (fault: Error): boolean =>
    fault instanceof PsaBudgetError || fault instanceof RecordBusyError || fault instanceof StaleClaimError;
  return faults.find((fault) => !isPatient(fault)) ?? faults[0] ?? null;
}

function answerOfOne(answer: Answer | undefined): JobOutcome {
  if (answer === undefined) {
    return done({ success: true, message: noOptOut });
  }
  if (!answer.success) {
    return refused('EXTERNAL_API_ERROR', String(answer['error']), { ticket_id: answer.ticket_id });
  }
  return done('message' in answer ? { success: true, message: noOptOut } : answer);
}

function answerOfList(answers: readonly Answer[]): JobOutcome {
  const failed = answers.filter(({ success }) => !success).length;
  return failed === 0
    ? done({ success: true, results: answers })
    : refused('EXTERNAL_API_ERROR', `${failed} of ${answers.length} notifications could not be processed`, {
        results: answers,
      });
}
