import { createHash } from 'node:crypto';

import type { RouteContract } from '@leadbridge/contracts';

import { fieldError } from '../../http/field-error.js';

export interface ListItem {
  readonly index: number;
  /** As a spreadsheet shows it, if the list is a table. */
  readonly row?: number;
  readonly data: unknown;
}

/** A list that is too long for memory: it was checked completely, and is read again from its bytes. */
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

/** Rejects a list that is too long before the schema checks each of its items. @throws AppError 413 */
export function checkListLength(
  body: unknown,
  maxList: RouteContract['maxList'],
  longList: Pick<BodyList, 'length'> | null = null,
): void {
  if (maxList === undefined) {
    return;
  }
  const { field, items } = maxList;
  const list = Array.isArray(body) ? (field === 'body' ? body : null) : memberOf(body, field);
  const length = longList?.length ?? (Array.isArray(list) ? list.length : 0);
  if (length > items) {
    throw fieldError(field, length, `${field} holds more than ${items} items`, 413);
  }
}

/** A text has no members: listing its characters would keep the process from everybody else for a second. */
function memberOf(body: unknown, field: string): unknown {
  return typeof body === 'object'
    ? Object.entries(body ?? {}).find(([key]) => key === field)?.[1]
    : undefined;
}

/**
 * A list whose items have the given rows of a file.
 *
 * @throws AppError 400 if there is not one number for each item
 */
export function withRows(list: BodyList, rows: readonly number[] | undefined): BodyList {
  if (rows === undefined) {
    return list;
  }
  if (rows.length !== list.length) {
    throw fieldError('rows', rows.length, 'rows must have one number for each item of the list');
  }
  return {
    ...list,
    async *items() {
      for await (const item of list.items()) {
        yield { ...item, row: rows[item.index] ?? item.index + 1 };
      }
    },
  };
}
