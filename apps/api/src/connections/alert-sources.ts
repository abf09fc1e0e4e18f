import type { AlertName } from '@leadbridge/contracts';
import { isoTime, withTimeout, type Clock } from '@leadbridge/platform';
import type { JobProducer } from '@leadbridge/queue';
import {
  bulkConditions,
  dispatchConditions,
  dispatchSubject,
  mirrorConditions,
  occurrenceMs,
  oldestObservation,
  optOutConditions,
  psaConditions,
  reconciliationConditions,
  waitingConditions,
  webhookConditions,
  workerConditions,
  type AlertSource,
  type DispatchMonitor,
  type EndedBulk,
  type PsaMirrorReader,
  type ReconciliationStore,
  type RefusedOptOuts,
  type WebhookStore,
} from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';
import { oldestWaiting } from './read-workers.js';

const queueTimeoutMs = 2_000;

/** What the health response and the metrics show too, each read from the same place. */
export interface AlertFacts {
  readonly workers: ApiServices['workers'];
  readonly queues: JobProducer['queues'];
  readonly dispatchMonitor: Pick<DispatchMonitor, 'read'>;
  readonly webhooks: Pick<WebhookStore, 'list'>;
  /** Null if there is none. */
  readonly mirror: Pick<PsaMirrorReader, 'states' | 'oldestObservedAt'> | null;
  readonly reconciliations: Pick<ReconciliationStore, 'lastFinished'>;
  readonly refusedOptOuts: () => Promise<readonly RefusedOptOuts[]>;
  readonly endedBulks: (since: string) => Promise<readonly EndedBulk[]>;
  readonly clock: Clock;
}

export interface AlertLimits {
  readonly waitMinutes: number;
  readonly failedPercent: number;
}

export function alertSources(
  facts: AlertFacts,
  { waitMinutes, failedPercent }: AlertLimits,
): readonly AlertSource[] {
  const { workers, clock } = facts;
  return [
    {
      covers: only('psa_failing', 'psa_credentials_refused', 'mapping_missing'),
      read: async () => psaConditions(await workers()),
    },
    { covers: only('no_worker'), read: async () => workerConditions(await workers()) },
    {
      covers: only('jobs_waiting'),
      read: async () => waitingConditions(await oldestOf(facts.queues), { now: clock.now(), waitMinutes }),
    },
    {
      covers: ({ alert, subject }) =>
        subject !== dispatchSubject && (alert === 'webhook_switched_off' || alert === 'events_not_delivered'),
      read: async () => webhookConditions(await facts.webhooks.list()),
    },
    {
      covers: ({ alert, subject }) => subject === dispatchSubject && alert === 'events_not_delivered',
      read: async () => dispatchConditions(await facts.dispatchMonitor.read(), await workers()),
    },
    { covers: only('opt_out_not_taken'), read: async () => optOutConditions(await facts.refusedOptOuts()) },
    {
      covers: only('mirror_stale'),
      read: async () => mirrorConditions(await oldestMirrored(facts.mirror), clock.now()),
    },
    {
      covers: only('bulk_failures'),
      read: async () =>
        bulkConditions(await facts.endedBulks(isoTime(clock.now() - occurrenceMs)), failedPercent),
    },
    {
      covers: only('reconciliation_findings'),
      read: async () => reconciliationConditions(await facts.reconciliations.lastFinished(), clock.now()),
    },
  ];
}

function only(...alerts: readonly AlertName[]): AlertSource['covers'] {
  return ({ alert }) => alerts.includes(alert);
}

/** Rejects while Redis is unavailable. */
async function oldestOf(queues: JobProducer['queues']): Promise<number | null> {
  const times = await withTimeout(Promise.all(Object.values(queues).map(oldestWaiting)), queueTimeoutMs);
  return earliest(times);
}

async function oldestMirrored(mirror: AlertFacts['mirror']): Promise<number | null> {
  if (mirror === null) {
    return null;
  }
  const states = await mirror.states();
  const times = states.map(async (state) => {
    const oldestObservedAt = await mirror.oldestObservedAt(state.kind);
    return oldestObservation(state, { oldestObservedAt });
  });
  return earliest(await Promise.all(times));
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
