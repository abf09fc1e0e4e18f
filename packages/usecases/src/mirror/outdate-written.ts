import type { MirrorKind, PsaMirrorStore } from '../ports/psa-mirror.js';
import type { PsaPort } from '../ports/psa.js';

/**
 * Wraps the PSA for work that changes tickets and contacts without recording their new state: marks them as
 * outdated in the mirror, so that they are read live before any decision is based on them. Also does so if a
 * response was lost.
 */
export function outdatingWritten(psa: PsaPort, store: Pick<PsaMirrorStore, 'outdate'>): PsaPort {
  const outdating = async <T>(kind: MirrorKind, ids: readonly number[], write: Promise<T>): Promise<T> => {
    try {
      return await write;
    } finally {
      await store.outdate(kind, ids).catch(() => undefined);
    }
  };
  return {
    session(context) {
      const session = psa.session(context);
      return {
        ...session,
        updateTicket: async (id, changes) => outdating('tickets', [id], session.updateTicket(id, changes)),
        updateTogether: async (updates) => {
          const ids = updates.map(({ id }) => id);
          return await outdating('tickets', ids, session.updateTogether(updates));
        },
        deleteTicket: async (id) => outdating('tickets', [id], session.deleteTicket(id)),
        updateUser: async (id, changes) => outdating('contacts', [id], session.updateUser(id, changes)),
      };
    },
  };
}
