import { StaleClaimError } from '@leadbridge/usecases';
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
  return await despiteCollisions(async () => connection.transaction(work));
}

/** Work that finds, when it is done again, what somebody else has inserted meanwhile. */
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

/** What a write answers; false where somebody else was first. */
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

/** Records work; throws a `StaleClaimError` where somebody else has recorded it. */
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
