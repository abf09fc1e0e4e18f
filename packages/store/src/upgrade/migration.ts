import type { Connection, mongo } from 'mongoose';

import { pagesById } from '../pages-by-id.js';

/**
 * Brings what earlier releases have stored into the present form. It may be killed at any point and is then
 * run again, and a process that has lost its lease may still be in it. So it finds the documents that are in
 * an earlier form, and converts each of them with one command or in one transaction.
 */
export interface Migration {
  /** Recorded once it is done; never changed, and in the order of the migrations. */
  readonly name: string;
  readonly run: (connection: Connection) => Promise<void>;
}

const documentsAtOnce = 500;

/** Hands over the documents in an earlier form, in the order of their ids and a few hundred at a time. */
export async function inBatches<T extends { _id: unknown }>(
  find: (filter: object) => mongo.FindCursor<T>,
  isEarlier: object,
  convert: (documents: readonly T[]) => Promise<unknown>,
): Promise<void> {
  const pages = pagesById((after) => find({ $and: [isEarlier, after] }), documentsAtOnce);
  for await (const documents of pages) {
    await convert(documents);
  }
}
