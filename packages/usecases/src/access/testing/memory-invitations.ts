import type { InvitationRecord, InvitationStore } from '../../ports/invitations.js';

/** The store of invitations in memory. */
export function createMemoryInvitations(): InvitationStore {
  const invitations = new Map<string, InvitationRecord>();
  const valid = (id: string, now: number): InvitationRecord | null => {
    const found = invitations.get(id);
    return found !== undefined && found.expiresAt > now ? found : null;
  };
  return {
    async create(invitation) {
      for (const { invitationId, userId } of [...invitations.values()]) {
        if (userId !== null && userId === invitation.userId) {
          invitations.delete(invitationId);
        }
      }
      invitations.set(invitation.invitationId, invitation);
    },
    find: async (id, now) => valid(id, now),
    use: async (id, now) => valid(id, now) !== null && invitations.delete(id),
  };
}
