import { describe, expect, it } from '@jest/globals';

import { createAccessWorld, place } from '../testing/access-world.js';
import { withAttempt, WrongCredentialsError } from './with-attempt.js';

const who = { email: 'jo@example.com', user: null, proves: 'all' } as const;

describe('a counted attempt', () => {
  it('is counted before its outcome is known', async () => {
    const world = createAccessWorld();
    await withAttempt(world.deps, who, place, async () => {
      expect(world.failuresOf(who.email)).toBe(1);
      return Promise.resolve();
    });
    expect(world.failuresOf(who.email)).toBe(0);
  });

  it('is made at most five times by a crowd at once', async () => {
    const world = createAccessWorld();
    let made = 0;
    const attempts = Array.from({ length: 20 }, async () =>
      withAttempt(world.deps, who, place, async () => {
        made += 1;
        return Promise.reject(new WrongCredentialsError());
      }),
    );
    const results = await Promise.allSettled(attempts);
    expect(made).toBe(5);
    const refused = results.map((result) => (result.status === 'rejected' ? result.reason.code : null));
    expect(refused.filter((code) => code === 'RATE_LIMIT_EXCEEDED')).toHaveLength(15);
  });

  it('that fails for a reason other than its credentials locks nobody in the log', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const failing = withAttempt(world.deps, { email: user.email, user, proves: 'all' }, place, async () =>
        Promise.reject(new Error('No primary')),
      );
      await expect(failing).rejects.toThrow('No primary');
    }
    expect(world.audited.map(({ action }) => action)).not.toContain('user.locked');
  });

  it('can be taken back', async () => {
    const world = createAccessWorld();
    const missing = withAttempt(world.deps, who, place, async (attempt) => {
      await attempt.takeBack();
      throw new Error('The code is missing');
    });
    await expect(missing).rejects.toThrow('The code is missing');
    expect(world.failuresOf(who.email)).toBe(0);
  });
});
