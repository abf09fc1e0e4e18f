import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DispatchMonitor } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { errorLogModel } from '../error-log/error-log-model.js';
import { createDispatchMonitor } from './dispatch-monitor.js';
import { dispatchProgress } from './dispatch-progress.js';
import { createEventDispatchStore } from '../transactions/event-dispatch-store.js';
import { eventModel } from './event-model.js';
import { useTestDatabase } from '../testing/use-test-database.js';

let connection: Connection;
let monitor: DispatchMonitor;

const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);

async function waits(seconds: number, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const _id = `evt_${seconds}`;
  const waiting = { type: 'lead.created', data: {}, leadId: null, dispatchedAt: null };
  await eventModel(connection).create({ _id, ...waiting, at: ago(seconds), ...more });
  return _id;
}

async function progressed(seconds: number): Promise<void> {
  await dispatchProgress(connection).updateOne(
    { _id: 'event-dispatch' },
    { $set: { at: ago(seconds) } },
    { upsert: true },
  );
}

const errorLogEntries = async () =>
  errorLogModel(connection).find({ errorCode: 'EVENT_DISPATCH_STALLED' }).lean();

useTestDatabase((opened) => {
  connection = opened;
  monitor = createDispatchMonitor(connection);
  errorLogModel(connection);
});

beforeEach(async () => {
  await dispatchProgress(connection).deleteMany({});
});

describe('the monitor of event dispatch', () => {
  it.each([
    ['nothing waits, though nobody has ever been at it', null, null, false],
    ['nothing waits, though nobody was at it for long', null, 600, false],
    ['what waits is new, though nobody was at it for long', 30, 600, false],
    ['much waits for long, and is being worked on', 600, 20, false],
    ['something waits for a minute, and nobody was at it', 61, 61, true],
    ['something waits for a minute, and nobody has ever been at it', 61, null, true],
  ])('detects a stall, or none, if %s', async (_, waiting, silent, isStalled) => {
    if (waiting !== null) {
      await waits(waiting);
    }
    if (silent !== null) {
      await progressed(silent);
    }
    const state = await monitor.read();
    expect(state.isStalled).toBe(isStalled);
    expect(Math.round(state.oldestWaitingSeconds)).toBe(waiting ?? 0);
  });

  it('detects one event that fails for a minute, whatever happens to the others', async () => {
    const store = createEventDispatchStore(connection);
    const eventId = await waits(2);
    await store.setAside(eventId);
    await store.noteProgress();
    expect(await monitor.read()).toMatchObject({ isStalled: false });
    await eventModel(connection).updateOne({ _id: eventId }, { $set: { failingSince: ago(61) } });
    await store.setAside(eventId);
    expect(await monitor.read()).toMatchObject({ isStalled: true });
  });

  it('writes one entry to the error log for a stall, however many processes check, and another for the next', async () => {
    await waits(90);
    const look = async () => Promise.all(Array.from({ length: 5 }, async () => monitor.reportStall()));
    expect((await look()).filter(Boolean)).toHaveLength(1);
    expect(await monitor.reportStall()).toBe(false);
    expect(await errorLogEntries()).toMatchObject([
      { level: 'error', source: 'webhooks', message: expect.stringContaining('has waited for 90 s') },
    ]);
    await progressed(0);
    expect(await monitor.reportStall()).toBe(false);
    await progressed(61);
    expect(await monitor.reportStall()).toBe(true);
    expect(await errorLogEntries()).toHaveLength(2);
  });

  it('writes one for a lasting stall every hour', async () => {
    await waits(90);
    await monitor.reportStall();
    await dispatchProgress(connection).updateOne({}, { $set: { toldAt: ago(3_601) } });
    expect(await monitor.reportStall()).toBe(true);
    expect(await errorLogEntries()).toHaveLength(2);
  });
});
