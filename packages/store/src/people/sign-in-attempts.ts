import { createHash } from 'node:crypto';

import type { SignInAttempts } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, number, text } from '../fields.js';
import { despiteCollisions } from '../duplicate-key.js';

const minuteMs = 60_000;
const maxFailures = 5;
const windowMs = 15 * minuteMs;
const lockMs = 15 * minuteMs;

const attemptModel = defineModel({
  name: 'SignInAttempt',
  collection: 'sign_in_attempts',
  fields: {
    /** Hash of the email, because people may type anything into that field. */
    _id: text(),
    count: number(),
    windowEndsAt: date(),
    lockedUntil: date().orNull(),
    expiresAt: date(),
  },
  indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
});

type AttemptDocument = DocumentOf<typeof attemptModel>;

/** Atomic. The attempt that reaches the limit sets the lock in advance, and clears it if it succeeds. */
export function createSignInAttempts(connection: Connection): SignInAttempts {
  const attempts = attemptModel(connection);

  async function count(id: string, now: number): Promise<AttemptDocument | null> {
    return await attempts
      .findOneAndUpdate({ _id: id }, countOne(now), {
        upsert: true,
        returnDocument: 'before',
        updatePipeline: true,
      })
      .lean<AttemptDocument>();
  }

  return {
    async begin(email, now) {
      const id = idOf(email);
      // Of two concurrent first attempts, the second finds the document of the first.
      const before = await despiteCollisions(async () => count(id, now), 2);
      const lockedUntil = before?.lockedUntil?.getTime() ?? 0;
      const counted = before !== null && before.windowEndsAt.getTime() > now ? before.count + 1 : 1;
      return {
        lockedUntil: lockedUntil > now ? lockedUntil : null,
        locksNow: lockedUntil <= now && counted >= maxFailures,
      };
    },

    async takeBack(email) {
      await attempts.updateOne({ _id: idOf(email) }, { $inc: { count: -1 }, $set: { lockedUntil: null } });
    },

    async clear(email) {
      await attempts.deleteOne({ _id: idOf(email) });
    },
  };
}

function idOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}

function countOne(now: number): Record<string, unknown>[] {
  const at = new Date(now);
  const lock = new Date(now + lockMs);
  const isLocked = { $gt: ['$lockedUntil', at] };
  const isCounting = { $gt: ['$windowEndsAt', at] };
  const unlessLocked = (current: string, next: unknown): unknown => ({ $cond: [isLocked, current, next] });
  return [
    {
      $set: {
        count: unlessLocked('$count', { $cond: [isCounting, { $add: ['$count', 1] }, 1] }),
        windowEndsAt: unlessLocked('$windowEndsAt', {
          $cond: [isCounting, '$windowEndsAt', new Date(now + windowMs)],
        }),
      },
    },
    {
      $set: {
        lockedUntil: unlessLocked('$lockedUntil', {
          $cond: [{ $gte: ['$count', maxFailures] }, lock, null],
        }),
        expiresAt: new Date(now + windowMs + lockMs),
      },
    },
  ];
}
