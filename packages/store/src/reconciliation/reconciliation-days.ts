import type { ReconciliationDays } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

interface ReconciliationDayDocument {
  /** `YYYY-MM-DD`, in UTC. */
  _id: string;
  finishedAt: Date;
  tickets: number;
  missedOptOuts: number;
}

/** The days for which the PSA was compared with the records, by whichever worker. */
export function createReconciliationDays(connection: Connection): ReconciliationDays {
  const days = connection.collection<ReconciliationDayDocument>('reconciliation_days');

  return {
    async isFinished(day) {
      return (await days.findOne({ _id: day })) !== null;
    },

    async isBegun() {
      return (await days.findOne()) !== null;
    },

    async finish(day, { tickets, missed }, at) {
      await days.updateOne(
        { _id: day },
        { $setOnInsert: { finishedAt: new Date(at), tickets, missedOptOuts: missed } },
        { upsert: true },
      );
    },
  };
}
