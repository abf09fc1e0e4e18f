import { analyticsPeriod, validationDetails } from '@leadbridge/contracts';
import type { AnalyticsQuery, Period } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import type { ApiServices } from '../../services.js';
import { filteredSource } from '../requested-source.js';

export interface RequestedAnalytics {
  readonly period: Period;
  /** By its name, where an alias was sent. */
  readonly source: string | undefined;
}

/**
 * What a query asks about.
 *
 * @throws AppError VALIDATION_ERROR for a period or a source that cannot be right
 */
export function requestedAnalytics(
  query: AnalyticsQuery,
  { clock, settings }: Pick<ApiServices, 'clock' | 'settings'>,
): RequestedAnalytics {
  const period = analyticsPeriod(query, clock.now());
  if (typeof period === 'string') {
    const field = query.start_date === undefined ? 'end_date' : 'start_date';
    throw fault(field, query[field] ?? null, period);
  }
  if (query.source === undefined) {
    return { period, source: undefined };
  }
  return { period, source: filteredSource(query.source, { settings }).name };
}

function fault(field: string, value: unknown, message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, {
    details: validationDetails([{ field, value, message }]),
  });
}
