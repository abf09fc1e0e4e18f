import type { RouteContract } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

/**
 * Rejects a list that is too long before the schema checks each of its items.
 *
 * @throws AppError 413
 */
export function checkListLength(body: unknown, maxList: RouteContract['maxList']): void {
  if (maxList === undefined) {
    return;
  }
  const { field, items } = maxList;
  const list = Array.isArray(body) ? (field === 'body' ? body : null) : memberOf(body, field);
  if (Array.isArray(list) && list.length > items) {
    throw new AppError('VALIDATION_ERROR', `${field} holds more than ${items} items`, {
      status: 413,
      details: { field, value: list.length },
    });
  }
}

/** A text has no members: listing its characters would keep the process from everybody else for a second. */
function memberOf(body: unknown, field: string): unknown {
  return typeof body === 'object'
    ? Object.entries(body ?? {}).find(([key]) => key === field)?.[1]
    : undefined;
}
