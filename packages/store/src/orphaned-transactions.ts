import type { Connection, mongo } from 'mongoose';

import { applicationName } from './connect.js';

/** Transactions whose process was killed, froze, or lost its machine. The server keeps them, and locked what they wrote. */
export interface OrphanedTransactions {
  /**
   * Looks at all that are open, and ends those in which nothing was done while it looked four times. Whoever wakes up after that is told
   * so, and begins the transaction again.
   *
   * @returns how many were ended
   * @throws MongoServerError where the server has no such commands
   */
  end(): Promise<number>;
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
 * What a transaction does is its sign of life: the server counts the time that it spends on it. Looks are counted and not the time
 * between them, so that nobody takes a sleep of their own for that of others. Only what processes of this service opened is
 * seen; a user of MongoDB may look at and end their own, so no right is needed.
 */
export function createOrphanedTransactions(connection: Connection): OrphanedTransactions {
  let seen: ReadonlyMap<string, number> = new Map();
  const admin = connection.getClient().db('admin', { readPreference: 'primary' });

  return {
    async end() {
      const open = await admin
        .aggregate<OpenTransaction>([
          { $currentOp: { allUsers: false, idleSessions: true } },
          // A session with an operation under way is of another type.
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
      return lost.length;
    },
  };
}
