import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import { createInvitationStore } from '@leadbridge/store';

import { createMemoryInvitations } from '../../packages/usecases/src/access/testing/memory-invitations.js';
import { twins } from '../support/twins.js';

const now = Date.parse('2036-01-31T09:00:00.000Z');

describe.each(twins(createMemoryInvitations, createInvitationStore))(
  'the contract of invitations, $name',
  ({ open }) => {
    const invitation = (userId: string | null) => ({
      invitationId: randomUUID(),
      userId,
      expiresAt: now + 1_000,
    });

    it('are found until they expire', async () => {
      const [store, own] = [open(), invitation(randomUUID())];
      await store.create(own);
      expect(await store.find(own.invitationId, now)).toEqual(own);
      expect(await store.find(own.invitationId, now + 1_000)).toBeNull();
      expect(await store.use(own.invitationId, now + 1_000)).toBe(false);
      expect(await store.find('another', now)).toBeNull();
    });

    it('are used once, by one of all who try', async () => {
      const [store, own] = [open(), invitation(randomUUID())];
      await store.create(own);
      const used = await Promise.all([1, 2, 3].map(async () => store.use(own.invitationId, now)));
      expect(used.filter((isUsed) => isUsed)).toHaveLength(1);
      expect(await store.find(own.invitationId, now)).toBeNull();
    });

    it('replace the earlier ones of their person, but not those for the first admin', async () => {
      const store = open();
      const [one, other] = [invitation('usr_1'), invitation('usr_1')];
      const firsts = [invitation(null), invitation(null)];
      for (const each of [one, ...firsts, other]) {
        await store.create(each);
      }
      const found = await Promise.all(
        [one, ...firsts, other].map(async ({ invitationId }) => store.find(invitationId, now)),
      );
      expect(found).toEqual([null, ...firsts, other]);
    });
  },
);
