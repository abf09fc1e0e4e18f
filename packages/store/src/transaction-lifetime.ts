import type { mongo } from 'mongoose';

/**
 * Seconds for which the server keeps a transaction whose client is gone, including its locks. Null if this
 * user may not read it.
 *
 * @param client see `createMaintenanceClient`
 */
export async function transactionLifetime(client: mongo.MongoClient): Promise<number | null> {
  try {
    const response = await client
      .db('admin')
      .command({ getParameter: 1, transactionLifetimeLimitSeconds: 1 });
    const seconds: unknown = response['transactionLifetimeLimitSeconds'];
    return typeof seconds === 'number' ? seconds : null;
  } catch {
    return null;
  }
}
