import type { ConnectionState, QueueState } from '@leadbridge/contracts';
import { withTimeout } from '@leadbridge/platform';
import { acceptsWrites, type RedisConnection } from '@leadbridge/queue';
import type { connectMongo } from '@leadbridge/store';

/** How long one of our own systems may take to tell its state. */
export const pingTimeoutMilliseconds = 2_000;

/** The driver's own timeout does not apply while it waits for a connection to a hanging server. */
export async function databaseState(
  mongo: Awaited<ReturnType<typeof connectMongo>>,
): Promise<ConnectionState> {
  return await stateBy(async () => {
    await mongo.db?.command({ ping: 1 }, { timeoutMS: pingTimeoutMilliseconds });
    return 'connected';
  });
}

/** Connected if all are usable, and the first takes a write: a full queue responds to every ping. */
export async function queueState(
  [producer, ...others]: readonly [RedisConnection, ...RedisConnection[]],
  keyPrefix: string,
): Promise<QueueState> {
  return await stateBy(async (): Promise<QueueState> => {
    const [isWritable] = await Promise.all([
      acceptsWrites(producer, `${keyPrefix}:write-probe`),
      ...others.map(async (each) => each.ping()),
    ]);
    return isWritable ? 'connected' : 'refusing_writes';
  });
}

async function stateBy<State extends QueueState>(ask: () => Promise<State>): Promise<State | 'disconnected'> {
  try {
    return await withTimeout(ask(), pingTimeoutMilliseconds);
  } catch {
    return 'disconnected';
  }
}
