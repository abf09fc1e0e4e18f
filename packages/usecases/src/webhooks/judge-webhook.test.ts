import { describe, expect, it } from '@jest/globals';
import { isoTime, silentLogger } from '@leadbridge/platform';

import type { AuditEntry } from '../ports/audit.js';
import type { WebhookRecord } from '../ports/webhooks.js';
import { createManualClock } from '../testing/manual-clock.js';
import { webhookRecord } from './testing/memory-webhooks.js';
import { applyJudgement, judge, type JudgeDependencies, type Judgement } from './judge-webhook.js';

const now = Date.parse('2026-01-31T09:00:00.000Z');
const hourMs = 3_600_000;
const hoursAgo = (hours: number): string => isoTime(now - hours * hourMs);

type Judged = Pick<WebhookRecord, 'active' | 'failingSince'>;

const working: Judged = { active: true, failingSince: null };
const failingFor = (hours: number): Judged => ({ active: true, failingSince: hoursAgo(hours) });
const ofTarget = <T extends string>(decision: T) => ({ decision, judgesTarget: true });

describe('what an attempt says of its webhook', () => {
  it.each<[string, Judged, Parameters<typeof judge>[1], Judgement | null]>([
    ['nothing new of one that works', working, ofTarget('succeeded'), null],
    ['that it works again', failingFor(3), ofTarget('succeeded'), { kind: 'working' }],
    ['that it fails from now on', working, ofTarget('retry'), { kind: 'failing', since: isoTime(now) }],
    ['nothing new of one that fails', failingFor(119), ofTarget('retry'), null],
    [
      'that it is off after five days',
      failingFor(120),
      ofTarget('retry'),
      { kind: 'off', reason: 'five_days_of_failures' },
    ],
    ['that its receiver wants no more', working, ofTarget('gone'), { kind: 'off', reason: 'gone' }],
    [
      'nothing, where it failed for our reasons',
      failingFor(200),
      { decision: 'retry', judgesTarget: false },
      null,
    ],
    ['nothing of one that is off', { ...failingFor(200), active: false }, ofTarget('gone'), null],
  ])('is %s', (_what, webhook, attempt, expected) => {
    expect(judge(webhookRecord(webhook), attempt, now)).toEqual(expected);
  });
});

describe('a judgement', () => {
  async function applied(judgement: Judgement, isSwitchedOffAlready = false) {
    const calls: unknown[][] = [];
    const audited: AuditEntry[] = [];
    const webhooks: JudgeDependencies['webhooks'] = {
      async markWorking(id) {
        calls.push(['working', id]);
      },
      async markFailing(id, since) {
        calls.push(['failing', id, since]);
      },
      async switchOff(id, reason, at, audit) {
        calls.push(['off', id, reason, at]);
        audited.push(audit);
        return !isSwitchedOffAlready;
      },
    };
    const warned: unknown[] = [];
    const logger = { ...silentLogger, warn: (...entry: unknown[]) => void warned.push(entry) };
    await applyJudgement({ webhooks, clock: createManualClock(isoTime(now)), logger }, 'wh_1', judgement);
    return { calls, audited, warned };
  }

  it('is noted at the webhook', async () => {
    expect((await applied({ kind: 'working' })).calls).toEqual([['working', 'wh_1']]);
    const since = hoursAgo(1);
    expect((await applied({ kind: 'failing', since })).calls).toEqual([['failing', 'wh_1', since]]);
  });

  it('that changes nothing but its state is told to nobody', async () => {
    for (const judgement of [{ kind: 'working' }, { kind: 'failing', since: hoursAgo(1) }] as const) {
      const { audited, warned } = await applied(judgement);
      expect([audited, warned]).toEqual([[], []]);
    }
  });

  it('that switches it off stands in the audit log, and is told to operators once', async () => {
    const { calls, audited, warned } = await applied({ kind: 'off', reason: 'gone' });
    expect(calls).toEqual([['off', 'wh_1', 'gone', isoTime(now)]]);
    expect(audited).toMatchObject([
      {
        actor: { kind: 'service' },
        action: 'webhook.changed',
        target: { type: 'webhook', id: 'wh_1' },
        changes: { active: { from: true, to: false }, switched_off: { from: null, to: 'gone' } },
      },
    ]);
    expect(warned).toHaveLength(1);
    expect((await applied({ kind: 'off', reason: 'gone' }, true)).warned).toEqual([]);
  });
});
