import type { Connection } from 'mongoose';

import { listGroupModel, type ListGroupDocument } from '../list-group/list-group-model.js';
import { overruleWorker } from './overrule-worker.js';
import { suppressionModel } from './suppression-model.js';

/** See `ImportStore.leaveListsToOptOuts`. */
export async function leaveListsToOptOuts(
  connection: Connection,
  jobIds: readonly string[],
  at: Date,
): Promise<void> {
  const listGroups = listGroupModel(connection);
  await connection.transaction(async (session) => {
    const left = await listGroups
      .find({ jobId: { $in: [...jobIds] }, state: { $in: ['planned', 'attempted'] }, ofOptOuts: true })
      .session(session)
      .lean<ListGroupDocument[]>();
    if (left.length === 0) {
      return;
    }
    const ids = left.map(({ _id }) => _id);
    await listGroups.updateMany(
      { _id: { $in: ids } },
      { $set: { state: 'refused', updatedAt: at } },
      { session },
    );
    const entries = await suppressionModel(connection)
      .find({ ticketId: { $in: left.flatMap(({ ticketIds }) => ticketIds) } })
      .select({ _id: 1 })
      .session(session)
      .lean<{ readonly _id: string }[]>();
    const again = { marks: { $setUnion: ['$marks', ['list']] }, ticketAt: at, ticketAttempts: 0 };
    for (const { _id } of entries) {
      await overruleWorker(connection, { _id }, again, session);
    }
  });
}
