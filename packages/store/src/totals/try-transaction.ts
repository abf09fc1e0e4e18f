import { mongo, type ClientSession, type Connection } from 'mongoose';

/**
 * Runs `work` on a snapshot of the database, once: if another process is faster with the same records, it has
 * done the same work.
 *
 * @returns null if another process was faster
 */
export async function tryTransaction<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T | null> {
  const session = await connection.startSession();
  try {
    session.startTransaction({ readConcern: { level: 'snapshot' } });
    const result = await work(session);
    await session.commitTransaction();
    return result;
  } catch (error) {
    if (session.inTransaction()) {
      await session.abortTransaction();
    }
    if (error instanceof mongo.MongoError && error.hasErrorLabel('TransientTransactionError')) {
      return null;
    }
    throw error;
  } finally {
    await session.endSession();
  }
}
