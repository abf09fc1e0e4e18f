import type { RouteContract } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

/**
 * Refuses a list that is too long before the schema looks at each of its items.
 *
 * @throws AppError 413
 */
export function checkListLength(body: unknown, longest: RouteContract['longestList']): void {
  if (longest === undefined || typeof body !== 'object' || body === null) {
    return;
  }
  const list: unknown = Object.entries(body).find(([key]) => key === longest.field)?.[1];
  if (Array.isArray(list) && list.length > longest.items) {
    throw new AppError('VALIDATION_ERROR', `${longest.field} holds more than ${longest.items} items`, {
      status: 413,
      details: { field: longest.field, value: list.length },
    });
  }
}
