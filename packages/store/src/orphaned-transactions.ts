import type { mongo } from 'mongoose';

import { applicationName } from './connect.js';

/** Of a process that was killed or froze. The server keeps them and their locks. */
export interface OrphanedTransactions {
  /**
   * Checks all open transactions, and ends those that were idle in four consecutive checks. A process that
   * wakes up afterwards gets an error and restarts its transaction.
   *
   * @returns how many were ended, and how many were open before
   * @throws MongoServerError if the server has no such commands
   */
  end(): Promise<{ readonly ended: number; readonly open: number }>;
}

interface OpenTransaction {
  readonly lsid: { readonly id: mongo.Binary };
  readonly transaction: {
    readonly parameters: { readonly txnNumber: unknown };
    readonly timeActiveMicros: unknown;
  };
}

const looks = 4;

/**
 * A transaction's activity is its sign of life: the server counts the time spent on it. Checks are counted
 * instead of the time between them, so that a process that slept itself does not blame others. Only
 * transactions of this service's processes are listed; every MongoDB user may list and end their own, so no
 * privilege is required.
 *
 * @param client see `createMaintenanceClient`
 */
export function createOrphanedTransactions(client: mongo.MongoClient): OrphanedTransactions {
  let seen: ReadonlyMap<string, number> = new Map();
  const admin = client.db('admin', { readPreference: 'primary' });

  return {
    async end() {
      const open = await admin
        .aggregate<OpenTransaction>([
          { $currentOp: { allUsers: false, idleSessions: true } },
          // A session with an active operation has another type.
          { $match: { type: 'idleSession', appName: applicationName } },
          { $project: { lsid: 1, 'transaction.parameters.txnNumber': 1, 'transaction.timeActiveMicros': 1 } },
        ])
        .toArray();
      const now = new Map<string, number>();
      const lost: mongo.Binary[] = [];
      for (const { lsid, transaction } of open) {
        const { parameters, timeActiveMicros } = transaction;
        const state = [lsid.id.toString('hex'), parameters.txnNumber, timeActiveMicros].join();
        const count = (seen.get(state) ?? 0) + 1;
        now.set(state, count);
        if (count >= looks) {
          lost.push(lsid.id);
        }
      }
      seen = now;
      if (lost.length > 0) {
        await admin.command({ killSessions: lost.map((id) => ({ id })) });
      }
      return { ended: lost.length, open: open.length };
    },
  };
}
