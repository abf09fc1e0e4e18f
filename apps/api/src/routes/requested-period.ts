import { analyticsPeriod, endMoment, startMoment, wholeIntervals } from '@leadbridge/contracts';
import type { AnalyticsQuery, Period, PeriodQuery } from '@leadbridge/contracts';

import { fieldError } from '../http/field-error.js';
import type { ApiServices } from '../services.js';
import { filteredSource } from './requested-source.js';

export interface RequestedAnalytics {
  readonly period: Period;
  /** The source's name, even if an alias was sent. */
  readonly source: string | undefined;
}

/**
 * The period and source that a query names.
 *
 * @throws AppError VALIDATION_ERROR for an impossible period or an unknown source
 */
export function requestedAnalytics(
  query: AnalyticsQuery,
  { clock, settings }: Pick<ApiServices, 'clock' | 'settings'>,
): RequestedAnalytics {
  return { period: requestedPeriod(query, { clock }), source: filteredSource(query.source, { settings }) };
}

/** The moments that a filter by days names. */
export function requestedDays({
  start_date: start,
  end_date: end,
}: {
  readonly start_date?: string;
  readonly end_date?: string;
}): { readonly from?: Date; readonly to?: Date } {
  return {
    ...(start === undefined ? {} : { from: startMoment(start) }),
    ...(end === undefined ? {} : { to: endMoment(end) }),
  };
}

/** @throws AppError VALIDATION_ERROR for an impossible period */
export function requestedPeriod(query: PeriodQuery, { clock }: Pick<ApiServices, 'clock'>): Period {
  const period = analyticsPeriod(query, clock.now());
  if ('message' in period) {
    throw fieldError(period.field, query[period.field] ?? null, period.message);
  }
  return period;
}

/** The period widened to whole intervals. @throws AppError VALIDATION_ERROR if there are too many of them */
export function wholeIntervalsOf(period: Period, interval: string, widthMs: number): Period {
  const whole = wholeIntervals(period, widthMs, interval);
  if (typeof whole === 'string') {
    throw fieldError('interval', interval, whole);
  }
  return whole;
}
