import { Redis, type Cluster } from 'ioredis';

/** The response of a Redis that reads and does not write: full, a replica, its disk full, or without its replicas. */
const refusal = /(?:^|[\s-])(?:OOM command not allowed|READONLY You can't write|MISCONF |NOREPLICAS )/u;
const maxDepth = 5;
/** The value says nothing, and goes by itself. */
const probeMs = 10_000;

/** Whether an error, or one that caused it, is the refusal of a write by a Redis that responds. */
export function isRefusedWrite(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxDepth) {
    return false;
  }
  const { previousErrors } = error as Error & { readonly previousErrors?: unknown };
  // A transaction of which one command was refused is discarded with an error of its own.
  const commands: readonly unknown[] = Array.isArray(previousErrors) ? previousErrors : [];
  const causes = [error.cause, ...commands];
  return refusal.test(error.message) || causes.some((cause) => isRefusedWrite(cause, depth + 1));
}

/**
 * Whether Redis takes a write now; rejects if it does not respond.
 *
 * @param key of the probe, with the service's own prefix
 */
export async function acceptsWrites(connection: Redis | Cluster, key: string): Promise<boolean> {
  if (await followsAnother(connection)) {
    // A connection to a former master: the next one is to the current master, if there is one.
    if (connection instanceof Redis) {
      connection.disconnect(true);
    }
    return false;
  }
  try {
    await connection.set(key, '1', 'PX', probeMs);
    return true;
  } catch (error) {
    if (isRefusedWrite(error)) {
      return false;
    }
    throw error;
  }
}

/** Asked, not tried: each write to a replica makes the connection connect again and send it again. */
async function followsAnother(connection: Redis | Cluster): Promise<boolean> {
  const state = await connection.info('replication');
  return /^role:slave/mu.test(state) && !/^slave_read_only:0/mu.test(state);
}
