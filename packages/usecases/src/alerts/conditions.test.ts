import { describe, expect, it } from '@jest/globals';
import { alertNames, type PsaFailureReason } from '@leadbridge/contracts';
import { FINDING_KINDS } from '@leadbridge/domain';

import type { AlertCondition } from '../ports/alerts.js';
import type { Reconciliation } from '../ports/reconciliation.js';
import { webhookRecord } from '../webhooks/testing/memory-webhooks.js';
import {
  bulkConditions,
  dispatchConditions,
  mirrorConditions,
  optOutConditions,
  psaConditions,
  reconciliationConditions,
  waitingConditions,
  webhookConditions,
  workerConditions,
  type ReportedWorkers,
} from './conditions.js';

const at = '2026-01-31T09:00:00.000Z';
const now = Date.parse(at);
const minute = 60_000;
const working: ReportedWorkers = { alive: 2, lastSeenAt: at, psaFailure: null };
const names = (conditions: readonly AlertCondition[] | null) =>
  conditions === null ? null : conditions.map(({ alert, subject }) => `${alert}:${subject}`);
const failingBy = (reason: PsaFailureReason, missing?: readonly string[]): ReportedWorkers => ({
  ...working,
  psaFailure: { since: at, reason, ...(missing === undefined ? {} : { missing }) },
});
const noFindings = Object.fromEntries(FINDING_KINDS.map((kind) => [kind, 0])) as Reconciliation['counts'];
const reconciliation: Omit<Reconciliation, 'counts'> = {
  ...{ reconciliationId: 'rec_1', jobId: 'job_1', requestedBy: 'service' },
  status: 'completed',
  ...{ startedAt: at, finishedAt: at, tickets: 5, records: 5, psaRequests: 1, resolved: 1 },
};

describe('the conditions of alerts', () => {
  it.each<[PsaFailureReason, string]>([
    ['unreachable', 'psa_failing:psa'],
    ['server_error', 'psa_failing:psa'],
    ['unreadable_answer', 'psa_failing:psa'],
    ['credentials_refused', 'psa_credentials_refused:psa'],
    ['missing_mapping', 'mapping_missing:mapping'],
  ])('of a PSA with %s: %s', (reason, expected) => {
    expect(names(psaConditions(failingBy(reason)))).toEqual([expected]);
    expect(psaConditions(failingBy(reason))).toMatchObject([{ since: now }]);
  });

  it('name what the PSA lacks, and are not known without a worker', () => {
    const [condition] = psaConditions(failingBy('missing_mapping', ['status A', 'x'.repeat(999)])) ?? [];
    expect(condition?.summary).toMatch(/^The PSA lacks what jobs need: status A; x+$/u);
    expect(condition?.summary.length).toBeLessThan(400);
    expect(psaConditions(working)).toEqual([]);
    expect(psaConditions(null)).toBeNull();
    expect(psaConditions({ ...working, alive: 0 })).toBeNull();
  });

  it('of workers: none is alive, or none can take a job without Redis', () => {
    expect(workerConditions(working)).toEqual([]);
    expect(workerConditions({ ...working, alive: 0 })).toMatchObject([
      { alert: 'no_worker', subject: 'workers', since: now, summary: 'No worker is running' },
    ]);
    expect(workerConditions(null)).toMatchObject([
      { since: null, summary: expect.stringContaining('Redis') },
    ]);
  });

  it('of jobs: one has waited longer than it may, by a fraction of a minute too', () => {
    const limits = { now, waitMinutes: 0.05 };
    expect(waitingConditions(null, limits)).toEqual([]);
    expect(waitingConditions(now - 3_000, limits)).toEqual([]);
    expect(waitingConditions(now - 3_001, limits)).toMatchObject([
      { alert: 'jobs_waiting', subject: 'jobs', since: now - 3_001 },
    ]);
  });

  it('of webhooks: switched off by the service, or failing', () => {
    const switchedOff = { reason: 'gone', at } as const;
    const of = (...records: Parameters<typeof webhookRecord>[0][]) =>
      names(webhookConditions(records.map(webhookRecord)));
    expect(of({}, { active: false })).toEqual([]);
    expect(of({ failingSince: at })).toEqual(['events_not_delivered:wh_1']);
    expect(of({ failingSince: at, active: false })).toEqual([]);
    expect(of({ active: false, switchedOff })).toEqual(['webhook_switched_off:wh_1']);
    expect(of({ active: false, switchedOff, failingSince: at })).toEqual([
      'webhook_switched_off:wh_1',
      'events_not_delivered:wh_1',
    ]);
  });

  it('of the dispatch: it is stalled though workers are there', () => {
    const stalled = { oldestWaitingSeconds: 90, isStalled: true };
    expect(names(dispatchConditions(stalled, working))).toEqual(['events_not_delivered:workers']);
    expect(dispatchConditions(stalled, { ...working, alive: 0 })).toBeNull();
    expect(dispatchConditions({ ...stalled, isStalled: false }, null)).toEqual([]);
  });

  it('of bulk imports: of at least ten rows, more than the share failed', () => {
    const of = (total: number, failed: number) =>
      bulkConditions([{ jobId: 'job_1', source: 'csv', total, failed, finishedAt: at }], 20);
    expect(of(9, 9)).toEqual([]);
    expect(of(10, 2)).toEqual([]);
    expect(of(10, 3)).toEqual([
      {
        ...{ alert: 'bulk_failures', subject: 'csv', since: now },
        summary: '3 of 10 rows of a bulk import from csv failed (job_1)',
      },
    ]);
    expect(names(of(100_000, 20_001))).toEqual(['bulk_failures:csv']);
  });

  it('of the last reconciliation: it has findings, and ended within the hour', () => {
    const counts = { ...noFindings, missing_ticket: 2, duplicate_client: 1 };
    const last = { ...reconciliation, counts };
    expect(reconciliationConditions(null, now)).toEqual([]);
    expect(reconciliationConditions({ ...last, counts: noFindings }, now)).toEqual([]);
    expect(reconciliationConditions(last, now + 60 * minute)).toEqual([]);
    expect(reconciliationConditions(last, now + 59 * minute)).toEqual([
      {
        ...{ alert: 'reconciliation_findings', subject: 'reconciliation', since: now },
        summary: 'The reconciliation rec_1 has 3 findings, of which 1 resolved',
      },
    ]);
  });

  it('of opt-outs, by provider, and of the mirror, after a day', () => {
    expect(optOutConditions([{ provider: 'provider_a', count: 1 }])).toMatchObject([
      { alert: 'opt_out_not_taken', subject: 'provider_a', summary: 'provider_a does not take 1 opt-out' },
    ]);
    const day = 24 * 60 * minute;
    expect(mirrorConditions(null, now)).toEqual([]);
    expect(mirrorConditions(now - day, now)).toEqual([]);
    expect(mirrorConditions(now - day - 1, now)).toMatchObject([{ alert: 'mirror_stale', since: now - 1 }]);
  });

  it('are eleven', () => {
    expect(alertNames).toHaveLength(11);
  });
});
