import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import { createSignInAttempts } from '@leadbridge/store';

import { createMemoryAttempts } from '../../packages/usecases/src/access/testing/memory-attempts.js';
import { twins } from '../support/twins.js';

const minuteMs = 60_000;
const now = Date.parse('2026-01-31T09:00:00.000Z');

describe.each(twins(() => createMemoryAttempts().port, createSignInAttempts))(
  'the contract of sign-in attempts, $name',
  ({ open }) => {
    const email = () => `${randomUUID()}@example.com`;

    it('locks with the fifth attempt within a quarter of an hour, for a quarter of an hour', async () => {
      const [attempts, who] = [open(), email()];
      const tried = [];
      for (let attempt = 0; attempt < 6; attempt += 1) {
        tried.push(await attempts.begin(who, now + attempt * minuteMs));
      }
      const free = { lockedUntil: null, locksNow: false };
      const lockedUntil = now + 19 * minuteMs;
      expect(tried).toEqual([
        ...[free, free, free, free],
        { lockedUntil: null, locksNow: true },
        { lockedUntil, locksNow: false },
      ]);
      expect(await attempts.begin(who, lockedUntil - 1)).toEqual({ lockedUntil, locksNow: false });
      expect(await attempts.begin(who, lockedUntil + 1)).toEqual(free);
    });

    it('counts anew once the window is over', async () => {
      const [attempts, who] = [open(), email()];
      for (let attempt = 0; attempt < 4; attempt += 1) {
        await attempts.begin(who, now);
      }
      expect(await attempts.begin(who, now + 16 * minuteMs)).toEqual({ lockedUntil: null, locksNow: false });
    });

    it('forgets an attempt that is taken back, and all of them when cleared', async () => {
      const [attempts, who] = [open(), email()];
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await attempts.begin(who, now);
      }
      await attempts.takeBack(who);
      expect(await attempts.begin(who, now)).toEqual({ lockedUntil: null, locksNow: true });
      await attempts.clear(who);
      expect(await attempts.begin(who, now)).toEqual({ lockedUntil: null, locksNow: false });
    });

    it('counts each email by itself', async () => {
      const [attempts, one, other] = [open(), email(), email()];
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await attempts.begin(one, now);
      }
      expect(await attempts.begin(other, now)).toEqual({ lockedUntil: null, locksNow: false });
    });
  },
);
