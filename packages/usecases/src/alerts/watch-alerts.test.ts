import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import fc from 'fast-check';

import type { AlertCondition } from '../ports/alerts.js';
import { createManualClock } from '../testing/manual-clock.js';
import { MemoryAlerts } from './testing/memory-alerts.js';
import { createAlertWatch, type AlertWatch } from './watch-alerts.js';

const second = 1_000;
const hour = 3_600 * second;
const afterMs = 120 * second;
const failing: AlertCondition = { alert: 'psa_failing', subject: 'psa', since: null, summary: 'It fails' };

/** `watches` processes that look at the same conditions; null: they cannot be read. */
function watched(watches = 1) {
  const clock = createManualClock('2026-01-31T09:00:00.000Z');
  const alerts = new MemoryAlerts();
  const state: { conditions: readonly AlertCondition[] | null } = { conditions: [] };
  const made = Array.from({ length: watches }, (): AlertWatch =>
    createAlertWatch({
      ...{ alerts, clock, afterMs, byMail: true, logger: silentLogger },
      runbookUrl: 'https://wiki.example.com/runbook',
      sources: [{ covers: () => true, read: () => Promise.resolve(state.conditions) }],
    }),
  );
  return {
    ...{ clock, alerts, state, watches: made },
    told: () => alerts.told.map(({ type, data }) => `${type} ${data.alert}:${data.subject}`),
    /** Looks every 30 seconds for so many seconds. */
    async pass(seconds: number): Promise<void> {
      for (let passed = 0; passed < seconds; passed += 30) {
        clock.pass(30 * second);
        await Promise.all(made.map(async (watch) => watch.look()));
      }
    },
  };
}

describe('alerts', () => {
  it('are told once when something has lasted, and once when it has been gone as long', async () => {
    const { alerts, state, pass } = watched();
    state.conditions = [{ ...failing, since: Date.parse('2026-01-31T08:59:00.000Z') }];
    await pass(120);
    expect(alerts.told).toEqual([]);
    await pass(600);
    const data = {
      ...{ alert: 'psa_failing', subject: 'psa', summary: 'It fails' },
      since: '2026-01-31T08:59:00.000Z',
      meaning: expect.any(String),
      runbook_url: 'https://wiki.example.com/runbook#psa_failing',
    };
    expect(alerts.told).toMatchObject([{ type: 'alert.raised', data, alsoTo: ['mail'] }]);
    state.conditions = [];
    await pass(60);
    state.conditions = [failing];
    await pass(60);
    state.conditions = [];
    await pass(900);
    expect(alerts.told).toMatchObject([
      { type: 'alert.raised' },
      { type: 'alert.resolved', data: { ...data, resolved_at: '2026-01-31T09:14:30.000Z' } },
    ]);
  });

  it('of what begins again within the hour come when the hour is over, if it still lasts', async () => {
    const { state, pass, told } = watched();
    state.conditions = [failing];
    await pass(150);
    state.conditions = [];
    await pass(300);
    state.conditions = [failing];
    await pass(3_000);
    expect(told()).toEqual(['alert.raised psa_failing:psa', 'alert.resolved psa_failing:psa']);
    await pass(600);
    expect(told()).toHaveLength(3);
    state.conditions = [];
    await pass(300);
    expect(told()).toHaveLength(4);
  });

  it('neither begin nor end by what cannot be read', async () => {
    const { state, pass, told } = watched();
    state.conditions = null;
    await pass(600);
    expect(told()).toEqual([]);
    state.conditions = [failing];
    await pass(150);
    state.conditions = null;
    await pass(7_200);
    expect(told()).toEqual(['alert.raised psa_failing:psa']);
  });

  it('do not count the time in which another process looked', async () => {
    const { state, pass, told, watches } = watched();
    state.conditions = [failing];
    await pass(90);
    watches[0]?.forget();
    await pass(120);
    expect(told()).toEqual([]);
    await pass(30);
    expect(told()).toHaveLength(1);
  });

  it('of a single occurrence come at once, have no end, and at most one an hour for each subject', async () => {
    const { clock, state, pass, told } = watched();
    const bulk = (subject: string): AlertCondition => ({
      ...{ alert: 'bulk_failures', subject, since: clock.now(), summary: 'Rows failed' },
    });
    state.conditions = [bulk('csv'), bulk('csv'), bulk('provider_a')];
    await pass(30);
    expect(told()).toEqual(['alert.raised bulk_failures:csv', 'alert.raised bulk_failures:provider_a']);
    await pass(1_800);
    // Half an hour later: within the hour, so that it is never told, however long it can be seen.
    state.conditions = [bulk('csv')];
    await pass(3_600);
    expect(told()).toHaveLength(2);
    state.conditions = [bulk('csv')];
    await pass(30);
    expect(told()).toHaveLength(3);
  });

  it('are two for 10,000 changes of one subject within an hour', async () => {
    const { clock, state, watches, told } = watched();
    state.conditions = [failing];
    for (let change = 0; change < 10_000; change += 1) {
      clock.pass(hour / 10_001);
      // Long enough to be told both times, then as fast as can be.
      state.conditions = change < 400 ? [failing] : change < 800 || change % 2 === 0 ? [] : [failing];
      await watches[0]?.look();
    }
    expect(told()).toEqual(['alert.raised psa_failing:psa', 'alert.resolved psa_failing:psa']);
  });

  it('are told by one of several processes, whatever happens, at most once an hour, and each ends once', async () => {
    const subjects = ['one', 'other'] as const;
    const step = fc.record({
      seconds: fc.integer({ min: 1, max: 1_500 }),
      holds: fc.array(fc.constantFrom(...subjects)),
      isKnown: fc.boolean(),
      forgets: fc.nat({ max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { clock, alerts, state, watches } = watched(3);
        for (const { seconds, holds, isKnown, forgets } of steps) {
          clock.pass(seconds * second);
          const conditions = [...new Set(holds)].map((subject) => ({ ...failing, subject }));
          state.conditions = isKnown ? conditions : null;
          watches[forgets]?.forget();
          await Promise.all(watches.map(async (watch) => watch.look()));
        }
        for (const subject of subjects) {
          const of = alerts.told.filter(({ after }) => after.subject === subject);
          expect(of.map(({ type }) => type)).toEqual(
            of.map((_, index) => (index % 2 === 0 ? 'alert.raised' : 'alert.resolved')),
          );
          const raised = of.filter(({ type }) => type === 'alert.raised').map(({ after }) => after.toldAt);
          raised.slice(1).forEach((toldAt, index) => {
            expect(toldAt - (raised[index] ?? 0)).toBeGreaterThanOrEqual(hour);
          });
        }
      }),
    );
  });
});
