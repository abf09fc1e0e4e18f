import { defaultSources, type LeadSource } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import type { DueNote, Suppression, SuppressionChange, SuppressionPush } from '../ports/suppression.js';
import { nextAttempt } from './retry-schedule.js';

const notConfigured = 'No suppression endpoint configured';

/** The changes after a push to the provider: to the entry and to the error log. */
export interface SuppressionOutcome {
  readonly change: SuppressionChange;
  readonly errorLogEntries: readonly NewErrorLogEntry[];
}

/**
 * The outcome of notifying the provider. The ticket gets a note when the outcome changes and when the retries
 * end, but not for the retries in between.
 *
 * @param source null if no provider matches the ticket's lead source
 */
export function suppressionOutcome(
  entry: Suppression,
  source: LeadSource | null,
  push: SuppressionPush | null,
  time: { readonly now: number; readonly delays: readonly number[] },
): SuppressionOutcome {
  const at = isoTime(time.now);
  const attempts = entry.attempts + 1;
  const common = { attempts, lastAttemptAt: at } as const;
  if (source === null || push === null) {
    const statusReason =
      entry.leadSource === null || entry.leadSource === ''
        ? 'No lead source is known'
        : `No provider belongs to the lead source '${entry.leadSource}'`;
    return unknownSource(entry, at, { attempts, provider: entry.leadSource || null, statusReason });
  }
  const provider = source.name;
  if (push.result === 'not_configured' && !isBuiltIn(source)) {
    const statusReason = `No suppression list is configured for the source '${provider}'`;
    return unknownSource(entry, at, { attempts, provider, statusReason });
  }
  if (push.result === 'accepted') {
    return outcome(entry, at, {
      change: { ...common, status: 'suppressed', provider, statusReason: null, error: null, pushAt: null },
      note: `Do Not Contact: the opt-out was added to the suppression list of ${source.label}.`,
      errorLogEntry: null,
    });
  }
  const error = push.result === 'not_configured' ? notConfigured : push.error;
  const next = nextAttempt({
    failures: attempts,
    now: time.now,
    delays: time.delays,
    until: Date.parse(entry.retryUntil),
    retryAfter: push.result === 'failed' ? push.retryAfter : null,
  });
  const future = next === null ? 'There are no more retries.' : `It is retried until ${entry.retryUntil}.`;
  return outcome(entry, at, {
    change: {
      ...common,
      status: 'failed',
      provider,
      statusReason: push.result === 'not_configured' ? notConfigured : null,
      error,
      pushAt: next === null ? null : isoTime(next),
    },
    note: `Do Not Contact: ${source.label} could not be notified of the opt-out: ${error}. ${future}`,
    errorLogEntry: {
      level: 'error',
      errorCode: 'SUPPRESSION_FAILED',
      message: `${source.label} could not be notified of an opt-out: ${error}. ${future}`,
    },
  });
}

/**
 * Built-in sources are expected to have a suppression list; whoever adds a source decides whether it has one.
 */
function isBuiltIn({ name }: LeadSource): boolean {
  return defaultSources.some((source) => source.name === name);
}

/** No one is notified: this is logged, and is not a failure (specification, "Do Not Contact sync-back"). */
function unknownSource(
  entry: Suppression,
  at: string,
  {
    attempts,
    provider,
    statusReason,
  }: { readonly attempts: number; readonly provider: string | null; readonly statusReason: string },
): SuppressionOutcome {
  return outcome(entry, at, {
    change: {
      attempts,
      lastAttemptAt: at,
      status: 'unknown_source',
      provider,
      statusReason,
      error: null,
      pushAt: null,
    },
    note: `Do Not Contact: no provider was notified. ${statusReason}.`,
    errorLogEntry: {
      level: 'warning',
      errorCode: 'UNKNOWN_LEAD_SOURCE',
      message: `Opt-out: ${statusReason.charAt(0).toLowerCase()}${statusReason.slice(1)}`,
    },
  });
}

function outcome(
  entry: Suppression,
  at: string,
  {
    change,
    note,
    errorLogEntry,
  }: {
    readonly change: SuppressionChange;
    readonly note: string;
    readonly errorLogEntry: Pick<NewErrorLogEntry, 'level' | 'message' | 'errorCode'> | null;
  },
): SuppressionOutcome {
  const isNews = change.status !== entry.status || (change.status === 'failed' && change.pushAt === null);
  if (!isNews) {
    return { change, errorLogEntries: [] };
  }
  const notes =
    entry.ticketId === null ? {} : { notes: [...entry.notes, dueNote(entry, note, at)], ticketAt: at };
  return {
    change: { ...change, statusAt: at, ...notes },
    errorLogEntries:
      errorLogEntry === null
        ? []
        : [
            {
              ...errorLogEntry,
              source: 'suppression',
              ...(entry.leadId === null ? {} : { leadId: entry.leadId }),
            },
          ],
  };
}

function dueNote(entry: Suppression, text: string, at: string): DueNote {
  const reference = `${entry.suppressionId}@${at}`;
  return { reference, attempted: false, text: `${text}\nReason: ${entry.reason}\nReference: ${reference}` };
}
