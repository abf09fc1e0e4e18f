import type { DispatchMonitor, DispatchState } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { dispatchProgress, dispatchProgressId } from './dispatch-progress.js';
import { eventModel, isWaiting } from './event-model.js';

const stallMs = 60_000;
const reminderMs = 3_600_000;

/** Milliseconds since a time, by the database's clock. */
const since = (field: string) => ({ $subtract: ['$$NOW', field] });

export function createDispatchMonitor(connection: Connection): DispatchMonitor {
  const events = eventModel(connection).collection;
  const progress = dispatchProgress(connection);
  /** Another process may have reported a stall before this one began. */
  let mayBeReported = true;

  return {
    read: async () => readState(events, progress),

    async reportStall() {
      const { oldestWaitingSeconds, isStalled } = await readState(events, progress);
      if (!isStalled) {
        if (mayBeReported) {
          await progress.updateOne(
            { _id: dispatchProgressId, toldAt: { $exists: true } },
            { $unset: { toldAt: 1 } },
          );
          mayBeReported = false;
        }
        return false;
      }
      // Whichever process reports it, each ends it: that one may be killed before.
      mayBeReported = true;
      await progress.updateOne(
        { _id: dispatchProgressId },
        { $setOnInsert: { at: new Date(0) } },
        { upsert: true },
      );
      return await connection.transaction(async (session) => {
        const reported = await progress.updateOne(
          {
            _id: dispatchProgressId,
            $expr: { $lt: ['$toldAt', { $subtract: ['$$NOW', reminderMs] }] },
          },
          [{ $set: { toldAt: '$$NOW' } }],
          { session },
        );
        if (reported.matchedCount === 0) {
          return false;
        }
        const errorLogEntry = {
          level: 'error',
          message: `Events are not dispatched to webhooks; the oldest has waited for ${Math.round(oldestWaitingSeconds)} s`,
          source: 'webhooks',
          errorCode: 'EVENT_DISPATCH_STALLED',
        } as const;
        await insertErrorLogEntries(connection, [errorLogEntry], new Date(), session);
        return true;
      });
    },
  };
}

async function readState(
  events: ReturnType<typeof eventModel>['collection'],
  progress: ReturnType<typeof dispatchProgress>,
): Promise<DispatchState> {
  const [oldest] = await events
    .aggregate<{ waitedMs: number }>([
      { $match: isWaiting },
      { $sort: { at: 1, _id: 1 } },
      { $limit: 1 },
      { $project: { waitedMs: since('$at') } },
    ])
    .toArray();
  if (oldest === undefined) {
    return { oldestWaitingSeconds: 0, isStalled: false };
  }
  const [[failing], [last]] = await Promise.all([
    events
      .aggregate<{ failingMs: number }>([
        { $match: { failingSince: { $type: 'date' } } },
        { $sort: { failingSince: 1 } },
        { $limit: 1 },
        { $project: { failingMs: since('$failingSince') } },
      ])
      .toArray(),
    progress
      .aggregate<{ silentMs: number | null }>([
        { $match: { _id: dispatchProgressId } },
        { $project: { silentMs: since('$at') } },
      ])
      .toArray(),
  ]);
  // The writer of the event may have another clock, so the age alone would report a working dispatch as
  // stalled.
  const waitedMs = Math.max(0, oldest.waitedMs);
  const silentMs = last?.silentMs ?? Number.POSITIVE_INFINITY;
  const failingMs = failing?.failingMs ?? 0;
  return {
    oldestWaitingSeconds: waitedMs / 1_000,
    isStalled: Math.min(waitedMs, silentMs) >= stallMs || failingMs >= stallMs,
  };
}
