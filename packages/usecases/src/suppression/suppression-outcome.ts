import { defaultSources, type LeadSource } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import type { DueNote, Suppression, SuppressionChange, SuppressionPush } from '../ports/suppression.js';
import { nextAttempt } from './retry-schedule.js';

const notConfigured = 'No suppression endpoint configured';
/** Why nobody is notified of a person without a lead and a source, or of a domain. */
export const noSourceReason = 'No lead source is known';

/** The changes after a push to the provider: to the entry and to the error log. */
export interface SuppressionOutcome {
  readonly change: SuppressionChange;
  readonly errorLogEntries: readonly NewErrorLogEntry[];
}

/**
 * The outcome of notifying the provider. The ticket gets a note when the outcome changes and when the retries
 * end, but not for the retries in between.
 *
 * @param source null if no source matches the ticket's lead source
 * @param push null if there is no provider to notify: files and manual input have no list
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
  if (source === null) {
    return ofNoSource(entry, at, attempts);
  }
  const provider = source.name;
  if (push === null) {
    const statusReason = `Leads of the source '${entry.leadSource ?? provider}' have no provider`;
    return nobodyToNotify(entry, at, { attempts, provider: entry.leadSource, statusReason });
  }
  if (push.result === 'not_configured' && !isBuiltIn(source)) {
    const statusReason = `No suppression list is configured for the source '${provider}'`;
    return nobodyToNotify(entry, at, { attempts, provider, statusReason });
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

/**
 * A ticket whose lead source is unknown may belong to a provider: this is logged, and is not a failure
 * (specification, "Do Not Contact sync-back"). A person without ticket and source belongs to none.
 */
function ofNoSource(entry: Suppression, at: string, attempts: number): SuppressionOutcome {
  const provider = entry.leadSource || null;
  const statusReason =
    provider === null ? noSourceReason : `No provider belongs to the lead source '${provider}'`;
  if (provider === null && entry.ticketId === null) {
    return nobodyToNotify(entry, at, { attempts, provider, statusReason });
  }
  return outcome(entry, at, {
    change: unpushed('unknown_source', at, { attempts, provider, statusReason }),
    note: `Do Not Contact: no provider was notified. ${statusReason}.`,
    errorLogEntry: {
      level: 'warning',
      errorCode: 'UNKNOWN_LEAD_SOURCE',
      message: `Opt-out: ${statusReason.charAt(0).toLowerCase()}${statusReason.slice(1)}`,
    },
  });
}

interface Unpushed {
  readonly attempts: number;
  readonly provider: string | null;
  readonly statusReason: string;
}

/** The normal outcome for leads that no provider has sent, or whose provider takes no opt-outs. */
function nobodyToNotify(entry: Suppression, at: string, facts: Unpushed): SuppressionOutcome {
  return outcome(entry, at, {
    change: unpushed('no_provider', at, facts),
    note: `Do Not Contact: no provider was notified. ${facts.statusReason}.`,
    errorLogEntry: null,
  });
}

function unpushed(
  status: 'unknown_source' | 'no_provider',
  at: string,
  facts: Unpushed,
): SuppressionOutcome['change'] {
  return { ...facts, lastAttemptAt: at, status, error: null, pushAt: null };
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
