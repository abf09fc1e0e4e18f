import { describe, expect, it } from '@jest/globals';

import type { PsaSession } from '../ports/psa.js';
import { outdatingWritten } from './outdate-written.js';

/** A session whose writes succeed or lose their response; returns what is outdated in the mirror after each. */
function sessionOf(isLost: boolean) {
  const outdated: unknown[] = [];
  const respond = async (): Promise<never> =>
    isLost ? Promise.reject(new Error('The response was lost')) : Promise.resolve(true as never);
  const session = {
    updateTicket: respond,
    updateTogether: respond,
    deleteTicket: respond,
    updateUser: respond,
  } as Partial<PsaSession> as PsaSession;
  const store = {
    outdate: async (kind: string, ids: readonly number[]) =>
      Promise.resolve(void outdated.push([kind, ...ids])),
  };
  return {
    outdated,
    session: outdatingWritten({ session: () => session }, store).session({ priority: 'bulk' }),
  };
}

describe('the PSA for work that records no observations', () => {
  it.each([false, true])(
    'outdates in the mirror what it writes, even if the response is lost: %s',
    async (isLost) => {
      const { session, outdated } = sessionOf(isLost);
      await Promise.allSettled([
        session.updateTicket(1, { status_id: 7 }),
        session.deleteTicket(2),
        session.updateUser(3, {}),
        session.updateTogether([4, 5].map((id) => ({ id, customfields: [] }))),
      ]);
      expect(outdated).toEqual([
        ['tickets', 1],
        ['tickets', 2],
        ['contacts', 3],
        ['tickets', 4, 5],
      ]);
    },
  );
});
