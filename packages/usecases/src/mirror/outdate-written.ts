import type { PsaMirrorStore } from '../ports/psa-mirror.js';
import type { PsaPort } from '../ports/psa.js';

/**
 * Wraps the PSA for work that changes tickets and contacts without recording their new state: marks them as
 * outdated in the mirror, so that they are read live before any decision is based on them. Also does so if a
 * response was lost.
 */
export function outdatingWritten(psa: PsaPort, store: Pick<PsaMirrorStore, 'outdate'>): PsaPort {
  return {
    session(context) {
      const session = psa.session(context);
      return {
        ...session,
        async updateTicket(id, changes) {
          try {
            await session.updateTicket(id, changes);
          } finally {
            await store.outdate('tickets', [id]).catch(() => undefined);
          }
        },
        async updateTogether(updates) {
          try {
            return await session.updateTogether(updates);
          } finally {
            const ids = updates.map(({ id }) => id);
            await store.outdate('tickets', ids).catch(() => undefined);
          }
        },
        async deleteTicket(id) {
          try {
            return await session.deleteTicket(id);
          } finally {
            await store.outdate('tickets', [id]).catch(() => undefined);
          }
        },
        async updateUser(id, changes) {
          try {
            await session.updateUser(id, changes);
          } finally {
            await store.outdate('contacts', [id]).catch(() => undefined);
          }
        },
      };
    },
  };
}
