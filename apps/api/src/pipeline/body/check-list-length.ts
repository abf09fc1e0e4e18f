import type { RouteContract } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import type { BodyList } from './list-body.js';

/**
 * Rejects a list that is too long before the schema checks each of its items.
 *
 * @throws AppError 413
 */
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
    throw new AppError('VALIDATION_ERROR', `${field} holds more than ${items} items`, {
      status: 413,
      details: { field, value: length },
    });
  }
}

/** A text has no members: listing its characters would keep the process from everybody else for a second. */
function memberOf(body: unknown, field: string): unknown {
  return typeof body === 'object'
    ? Object.entries(body ?? {}).find(([key]) => key === field)?.[1]
    : undefined;
}
