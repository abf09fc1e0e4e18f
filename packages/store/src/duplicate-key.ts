import { StaleClaimError } from '@leadbridge/usecases';
import { mongo, type ClientSession, type Connection } from 'mongoose';

const duplicateKey = 11_000;
/** Two processes may insert the same record at the same moment: one of them finds it when it retries. */
const collisionAttempts = 5;

/** Whether a write failed because a unique index already contains that value. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === duplicateKey;
}

/**
 * The same for an unordered bulk write: whether every failed write failed for that reason. A lost connection
 * is a bulk write error too, but one that lists no write; the result of all writes is then unknown.
 */
export function areDuplicateKeys(error: unknown): boolean {
  if (!(error instanceof mongo.MongoBulkWriteError)) {
    return isDuplicateKey(error);
  }
  const failures = [error.writeErrors].flat();
  return (
    failures.length > 0 &&
    failures.every(({ code }) => code === duplicateKey) &&
    error.result.getWriteConcernError() === undefined
  );
}

/** Reads what exists before it inserts the rest; restarted if another process inserted some meanwhile. */
export async function transactDespiteCollisions<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  return await despiteCollisions(async () => connection.transaction(work));
}

/** Work that is retried after a collision, and then finds what another process has inserted. */
export async function despiteCollisions<T>(
  work: () => Promise<T>,
  maxAttempts = collisionAttempts,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDuplicateKey(error) || attempt >= maxAttempts) {
        throw error;
      }
    }
  }
}

/** The result of a write; false if another process was first. */
export async function unlessDuplicate(write: () => Promise<boolean>): Promise<boolean> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error)) {
      return false;
    }
    throw error;
  }
}

/** Records work; throws a `StaleClaimError` if another process has recorded it. */
export async function staleIfDuplicate<T>(record: () => Promise<T>): Promise<T> {
  try {
    return await record();
  } catch (error) {
    if (isDuplicateKey(error)) {
      throw new StaleClaimError('Another worker has recorded this work', { cause: error });
    }
    throw error;
  }
}
