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

/** What has become of an entry, with the note and the entry of the error log that tell so. */
interface Verdict extends Pick<Suppression, 'status' | 'provider' | 'statusReason' | 'error' | 'pushAt'> {
  readonly note: string;
  readonly logged: Pick<NewErrorLogEntry, 'level' | 'message' | 'errorCode'> | null;
}

interface Attempt {
  /** Unix milliseconds. */
  readonly now: number;
  /** Seconds before each retry. */
  readonly delays: readonly number[];
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
  attempt: Attempt,
): SuppressionOutcome {
  const at = isoTime(attempt.now);
  const { note, logged, ...told } =
    source === null ? ofNoSource(entry) : verdictOf(entry, source, push, attempt);
  const change = { ...told, attempts: entry.attempts + 1, lastAttemptAt: at };
  const isNews = change.status !== entry.status || (change.status === 'failed' && change.pushAt === null);
  if (!isNews) {
    return { change, errorLogEntries: [] };
  }
  const notes =
    entry.ticketId === null ? {} : { notes: [...entry.notes, dueNote(entry, note, at)], ticketAt: at };
  const ofLead = entry.leadId === null ? {} : { leadId: entry.leadId };
  return {
    change: { ...change, statusAt: at, ...notes },
    errorLogEntries: logged === null ? [] : [{ ...logged, source: 'suppression', ...ofLead }],
  };
}

function verdictOf(
  entry: Suppression,
  source: LeadSource,
  push: SuppressionPush | null,
  { now, delays }: Attempt,
): Verdict {
  const provider = source.name;
  if (push === null) {
    return unpushed(
      entry.leadSource,
      `Leads of the source '${entry.leadSource ?? provider}' have no provider`,
    );
  }
  if (push.result === 'not_configured' && !isBuiltIn(source)) {
    return unpushed(provider, `No suppression list is configured for the source '${provider}'`);
  }
  if (push.result === 'accepted') {
    const note = `Do Not Contact: the opt-out was added to the suppression list of ${source.label}.`;
    return {
      status: 'suppressed',
      provider,
      statusReason: null,
      error: null,
      pushAt: null,
      note,
      logged: null,
    };
  }
  const error = push.result === 'not_configured' ? notConfigured : push.error;
  const next = nextAttempt({
    failures: entry.attempts + 1,
    now,
    delays,
    until: Date.parse(entry.retryUntil),
    retryAfter: push.result === 'failed' ? push.retryAfter : null,
  });
  const future = next === null ? 'There are no more retries.' : `It is retried until ${entry.retryUntil}.`;
  return {
    status: 'failed',
    provider,
    statusReason: push.result === 'not_configured' ? notConfigured : null,
    error,
    pushAt: next === null ? null : isoTime(next),
    note: `Do Not Contact: ${source.label} could not be notified of the opt-out: ${error}. ${future}`,
    logged: {
      level: 'error',
      errorCode: 'SUPPRESSION_FAILED',
      message: `${source.label} could not be notified of an opt-out: ${error}. ${future}`,
    },
  };
}

/** Built-in sources should have a suppression list; for others, whoever adds them decides. */
function isBuiltIn({ name }: LeadSource): boolean {
  return defaultSources.some((source) => source.name === name);
}

/**
 * A ticket whose lead source is unknown may belong to a provider: this is logged, and is not a failure
 * (specification, "Do Not Contact sync-back"). A person without ticket and source belongs to none.
 */
function ofNoSource(entry: Suppression): Verdict {
  const provider = entry.leadSource || null;
  if (provider === null && entry.ticketId === null) {
    return unpushed(provider, noSourceReason);
  }
  const reason = provider === null ? noSourceReason : `No provider belongs to the lead source '${provider}'`;
  return {
    ...unpushed(provider, reason),
    status: 'unknown_source',
    logged: {
      level: 'warning',
      errorCode: 'UNKNOWN_LEAD_SOURCE',
      message: `Opt-out: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
    },
  };
}

/** The normal outcome for leads that no provider has sent, or whose provider takes no opt-outs. */
function unpushed(provider: string | null, statusReason: string): Verdict {
  const note = `Do Not Contact: no provider was notified. ${statusReason}.`;
  return { status: 'no_provider', provider, statusReason, error: null, pushAt: null, note, logged: null };
}

function dueNote(entry: Suppression, text: string, at: string): DueNote {
  const reference = `${entry.suppressionId}@${at}`;
  return { reference, attempted: false, text: `${text}\nReason: ${entry.reason}\nReference: ${reference}` };
}
