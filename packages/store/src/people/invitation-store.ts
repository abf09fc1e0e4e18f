import type { InvitationStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, text } from '../fields.js';

const invitationModel = defineModel({
  name: 'Invitation',
  collection: 'invitations',
  fields: {
    /** SHA-256 of the token in hex, so that reading the database is not enough to use the link. */
    _id: text(),
    userId: text().orNull(),
    expiresAt: date(),
  },
  indexes: [[{ userId: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
});

type InvitationDocument = DocumentOf<typeof invitationModel>;

export function createInvitationStore(connection: Connection): InvitationStore {
  const invitations = invitationModel(connection);
  const valid = (id: string, now: number) => ({ _id: id, expiresAt: { $gt: new Date(now) } });

  return {
    async create({ invitationId, userId, expiresAt }) {
      // Every instance that starts before the first admin exists shows a link of its own.
      if (userId !== null) {
        await invitations.deleteMany({ userId });
      }
      await invitations.create({ _id: invitationId, userId, expiresAt: new Date(expiresAt) });
    },

    async find(invitationId, now) {
      const found = await invitations.findOne(valid(invitationId, now)).lean<InvitationDocument>();
      return found === null
        ? null
        : { invitationId: found._id, userId: found.userId, expiresAt: found.expiresAt.getTime() };
    },

    async use(invitationId, now) {
      const { deletedCount } = await invitations.deleteOne(valid(invitationId, now));
      return deletedCount === 1;
    },
  };
}
