import { mongo, type ClientSession, type Connection } from 'mongoose';

const duplicateKey = 11_000;
/** Two that insert the same record at the same moment: one of them finds it when it tries again. */
const collisionAttempts = 5;

/** Whether a write failed since a unique index has that value already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === duplicateKey;
}

/**
 * The same of an unordered write of many: whether every one that failed did so for that. A lost connection is a bulk write error too, one
 * that names no write at all: nothing is known of any of them then.
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

/** A transaction that reads what exists before it inserts the rest: begun again where somebody else has inserted it meanwhile. */
export async function transactDespiteCollisions<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connection.transaction(work);
    } catch (error) {
      if (!isDuplicateKey(error) || attempt >= collisionAttempts) {
        throw error;
      }
    }
  }
}
