import { alertMeanings, singleAlerts, type AlertName } from '@leadbridge/contracts';
import { isoTime, type Clock, type Logger } from '@leadbridge/platform';

import { mailTarget } from '../ports/alerts.js';
import type { AlertCondition, AlertNews, AlertRecord, AlertSource, AlertStore } from '../ports/alerts.js';

export interface AlertWatchDependencies {
  readonly alerts: AlertStore;
  readonly sources: readonly AlertSource[];
  /** How long a condition must have held to begin, and have been gone to end. */
  readonly afterMs: number;
  readonly runbookUrl: string;
  readonly byMail: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

export type AlertWatch = ReturnType<typeof createAlertWatch>;

/** Between two `alert.raised` of one alert and subject. */
const leastPauseMs = 3_600_000;

type Subject = Pick<AlertRecord, 'alert' | 'subject'>;

/** Since when a condition has been as it is, by the looks of this process. */
interface Seen extends Subject {
  readonly holds: boolean;
  readonly since: number;
}

/**
 * Tells when conditions begin and end. What was told is stored in the transaction of its event; how long a
 * condition has been as it is, is known by the process that looks, so that a time in which nobody looked never
 * counts.
 */
export function createAlertWatch(deps: AlertWatchDependencies) {
  const seen = new Map<string, Seen>();
  return {
    /** Looks at all conditions, and tells what began or ended. Returns how many events it wrote. */
    look: async (): Promise<number> => lookAtAll(deps, seen),
    /** Another process looks now: what this one has seen counts no longer. */
    forget: (): void => {
      seen.clear();
    },
  };
}

async function lookAtAll(deps: AlertWatchDependencies, seen: Map<string, Seen>): Promise<number> {
  const records = new Map((await deps.alerts.records()).map((record) => [keyOf(record), record]));
  const read = await Promise.all(deps.sources.map(async (source) => readSource(deps, source)));
  const now = deps.clock.now();
  const news = read.flatMap(({ covers, conditions }) =>
    conditions === null ? [] : newsOf(deps, conditions, { covers, records, seen, now }),
  );
  let told = 0;
  for (const each of news) {
    told += (await deps.alerts.tell(each, isoTime(now))) ? 1 : 0;
  }
  return told;
}

async function readSource({ logger }: AlertWatchDependencies, source: AlertSource) {
  const conditions = await source.read().catch((error: unknown) => {
    logger.debug('what an alert tells cannot be read', { error });
    return null;
  });
  return { covers: source.covers, conditions };
}

interface Look {
  readonly covers: AlertSource['covers'];
  readonly records: ReadonlyMap<string, AlertRecord>;
  readonly seen: Map<string, Seen>;
  readonly now: number;
}

function newsOf(
  deps: AlertWatchDependencies,
  conditions: readonly AlertCondition[],
  look: Look,
): readonly AlertNews[] {
  const { covers, records, seen } = look;
  const holding = new Set(conditions.map(keyOf));
  const isGone = (about: Subject): boolean => covers(about) && !holding.has(keyOf(about));
  [...seen].filter(([key, about]) => isGone(about) && !records.has(key)).forEach(([key]) => seen.delete(key));
  return [
    ...conditions.map((condition) => raised(deps, condition, look)),
    ...[...records.values()].filter(isGone).map((record) => resolved(deps, record, look)),
  ].filter((news) => news !== null);
}

function raised(
  deps: AlertWatchDependencies,
  condition: AlertCondition,
  { records, seen, now }: Look,
): AlertNews | null {
  const { alert, subject, summary } = condition;
  const before = records.get(keyOf(condition)) ?? null;
  const since = heldSince(seen, condition, true, now);
  const isSingle = singleAlerts.has(alert);
  if (
    !mayTell(before, isSingle ? (condition.since ?? now) : now) ||
    (!isSingle && now - since < deps.afterMs)
  ) {
    return null;
  }
  const standing = { since: isoTime(Math.min(condition.since ?? since, now)), summary };
  return {
    before,
    after: { alert, subject, toldAt: now, standing: isSingle ? null : standing },
    type: 'alert.raised',
    data: { alert, subject, ...standing, ...explained(deps, alert) },
    alsoTo: deps.byMail ? [mailTarget] : [],
  };
}

/** Of several occurrences at once the store takes one, as of several processes. */
function mayTell(before: AlertRecord | null, at: number): boolean {
  return before === null || (before.standing === null && at - before.toldAt >= leastPauseMs);
}

function resolved(deps: AlertWatchDependencies, record: AlertRecord, { seen, now }: Look): AlertNews | null {
  const { alert, subject, standing } = record;
  const since = heldSince(seen, record, false, now);
  if (standing === null || now - since < deps.afterMs) {
    return null;
  }
  return {
    before: record,
    after: { ...record, standing: null },
    type: 'alert.resolved',
    data: { alert, subject, ...standing, ...explained(deps, alert), resolved_at: isoTime(since) },
    alsoTo: deps.byMail ? [mailTarget] : [],
  };
}

/** Notes what was seen; returns since when it has been so. */
function heldSince(
  seen: Map<string, Seen>,
  { alert, subject }: Subject,
  holds: boolean,
  now: number,
): number {
  const key = keyOf({ alert, subject });
  const before = seen.get(key);
  const since = before?.holds === holds ? before.since : now;
  seen.set(key, { alert, subject, holds, since });
  return since;
}

function explained({ runbookUrl }: AlertWatchDependencies, alert: AlertName) {
  return { meaning: alertMeanings[alert], runbook_url: `${runbookUrl}#${alert}` };
}

function keyOf({ alert, subject }: Subject): string {
  return `${alert}:${subject}`;
}
