import { createHash } from 'node:crypto';

/** One item of a list, as it was sent. */
export interface ListItem {
  readonly index: number;
  /** As a spreadsheet shows it, if the list is a table. */
  readonly row?: number;
  readonly data: unknown;
}

/**
 * A list that is too long for all its items to be in memory at once: it was checked completely, and is read
 * again from its bytes.
 */
export interface BodyList {
  readonly length: number;
  /** Identifies the bytes, and how they are read. */
  readonly digest: string;
  items(): AsyncIterable<ListItem>;
}

/** @param reading how the bytes are read, if they may be read in several ways */
export function digestOfList(bytes: Buffer, reading: string): string {
  return createHash('sha256').update(`${reading}\n`).update(bytes).digest('base64url');
}
