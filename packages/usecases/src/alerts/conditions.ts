import type { PsaFailureReason, SwitchOffReason } from '@leadbridge/contracts';

import type { AlertCondition } from '../ports/alerts.js';
import type { DispatchState } from '../ports/event-dispatch.js';
import type { Reconciliation } from '../ports/reconciliation.js';
import type { WebhookRecord } from '../ports/webhooks.js';

/** What the workers report about themselves and the PSA; see `psaFailureOf`. */
export interface ReportedWorkers {
  readonly alive: number;
  readonly lastSeenAt: string | null;
  readonly psaFailure: {
    readonly since: string;
    readonly reason: PsaFailureReason;
    readonly missing?: readonly string[];
  } | null;
}

const hourMs = 3_600_000;
/** An age of the mirror at which `LeadbridgeMirrorStale` of the Prometheus rules fires too. */
export const staleMirrorMs = 24 * hourMs;
/** How long ago something that happened once may be told. */
export const occurrenceMs = hourMs;
/** A smaller bulk is looked at by whoever sent it. */
const leastBulkRows = 10;
const maxNamesChars = 300;

const failures = {
  unreachable: 'it cannot be reached',
  server_error: 'it responds with errors',
  unreadable_answer: 'its responses cannot be read',
} as const satisfies Partial<Record<PsaFailureReason, string>>;

const switchOffs: Readonly<Record<SwitchOffReason, string>> = {
  gone: 'its target responded with 410',
  five_days_of_failures: 'every delivery failed for five days',
};

/** Null if no worker is there to tell. */
export function psaConditions(workers: ReportedWorkers | null): readonly AlertCondition[] | null {
  if (workers === null || workers.alive === 0) {
    return null;
  }
  const { psaFailure } = workers;
  if (psaFailure === null) {
    return [];
  }
  const { reason, missing = [] } = psaFailure;
  const since = Date.parse(psaFailure.since);
  switch (reason) {
    case 'credentials_refused': {
      const summary = 'The PSA refuses the credentials of the service';
      return [{ alert: 'psa_credentials_refused', subject: 'psa', since, summary }];
    }
    case 'missing_mapping': {
      const summary = `The PSA lacks what jobs need: ${missing.join('; ').slice(0, maxNamesChars)}`;
      return [{ alert: 'mapping_missing', subject: 'mapping', since, summary }];
    }
    default: {
      const summary = `The PSA gives no usable responses: ${failures[reason]}`;
      return [{ alert: 'psa_failing', subject: 'psa', since, summary }];
    }
  }
}

/** @param workers null while Redis is unavailable: nobody takes a job then either */
export function workerConditions(workers: ReportedWorkers | null): readonly AlertCondition[] {
  if (workers !== null && workers.alive > 0) {
    return [];
  }
  const lastSeenAt = workers?.lastSeenAt ?? null;
  const since = lastSeenAt === null ? null : Date.parse(lastSeenAt);
  const summary =
    workers === null
      ? 'Whether a worker runs is not known: Redis is unavailable, so that no job is taken'
      : 'No worker is running';
  return [{ alert: 'no_worker', subject: 'workers', since, summary }];
}

/** @param oldestAt when the job that has waited longest began to wait, in Unix milliseconds; null if none waits */
export function waitingConditions(
  oldestAt: number | null,
  { now, waitMinutes }: { readonly now: number; readonly waitMinutes: number },
): readonly AlertCondition[] {
  if (oldestAt === null || now - oldestAt <= waitMinutes * 60_000) {
    return [];
  }
  const summary = `A job has waited for a worker for more than ${plural(waitMinutes, 'minute')}`;
  return [{ alert: 'jobs_waiting', subject: 'jobs', since: oldestAt, summary }];
}

export function webhookConditions(webhooks: readonly WebhookRecord[]): readonly AlertCondition[] {
  return webhooks.flatMap(({ webhookId: subject, active, failingSince, switchedOff }): AlertCondition[] => {
    const conditions: AlertCondition[] = [];
    if (switchedOff !== null) {
      const since = Date.parse(switchedOff.at);
      const summary = `The webhook ${subject} was switched off: ${switchOffs[switchedOff.reason]}`;
      conditions.push({ alert: 'webhook_switched_off', subject, since, summary });
    }
    if (failingSince !== null && (active || switchedOff !== null)) {
      const since = Date.parse(failingSince);
      const summary = `Events are not delivered to the webhook ${subject}: every attempt fails`;
      conditions.push({ alert: 'events_not_delivered', subject, since, summary });
    }
    return conditions;
  });
}

/** The subject of events that nobody dispatches, to whatever webhook. */
export const dispatchSubject = 'workers';

/** Without a worker nothing is dispatched, which `no_worker` says already: null then. */
export function dispatchConditions(
  dispatch: DispatchState,
  workers: ReportedWorkers | null,
): readonly AlertCondition[] | null {
  if (!dispatch.isStalled) {
    return [];
  }
  const summary = 'The workers do not dispatch events to webhooks';
  return workers === null || workers.alive === 0
    ? null
    : [{ alert: 'events_not_delivered', subject: dispatchSubject, since: null, summary }];
}

/** Opt-outs of which a provider has refused at least three attempts. */
export interface RefusedOptOuts {
  readonly provider: string;
  readonly count: number;
}

export function optOutConditions(refused: readonly RefusedOptOuts[]): readonly AlertCondition[] {
  return refused.map(({ provider, count }) => ({
    ...{ alert: 'opt_out_not_taken', subject: provider, since: null },
    summary: `${provider} does not take ${plural(count, 'opt-out')}`,
  }));
}

/** @param oldestAt Unix milliseconds of the oldest observation that may decide; null if there is none */
export function mirrorConditions(oldestAt: number | null, now: number): readonly AlertCondition[] {
  const summary = 'The mirror of the PSA has records that were read more than a day ago';
  return oldestAt === null || now - oldestAt <= staleMirrorMs
    ? []
    : [{ alert: 'mirror_stale', subject: 'mirror', since: oldestAt + staleMirrorMs, summary }];
}

export interface EndedBulk {
  readonly jobId: string;
  readonly source: string;
  readonly total: number;
  readonly failed: number;
  readonly finishedAt: string;
}

export function bulkConditions(
  bulks: readonly EndedBulk[],
  failedPercent: number,
): readonly AlertCondition[] {
  return bulks
    .filter(({ total, failed }) => total >= leastBulkRows && failed * 100 > failedPercent * total)
    .map(({ jobId, source, total, failed, finishedAt }) => ({
      ...{ alert: 'bulk_failures', subject: source, since: Date.parse(finishedAt) },
      summary: `${failed} of ${total} rows of a bulk import from ${source} failed (${jobId})`,
    }));
}

export function reconciliationConditions(
  last: Reconciliation | null,
  now: number,
): readonly AlertCondition[] {
  const finishedAt = Date.parse(last?.finishedAt ?? '');
  const count = Object.values(last?.counts ?? {}).reduce((sum, each) => sum + each, 0);
  if (last === null || count === 0 || !(finishedAt > now - occurrenceMs)) {
    return [];
  }
  const summary = `The reconciliation ${last.reconciliationId} has ${plural(count, 'finding')}, of which ${last.resolved} resolved`;
  return [{ alert: 'reconciliation_findings', subject: 'reconciliation', since: finishedAt, summary }];
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
