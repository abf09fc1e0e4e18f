import Joi from 'joi';

import { endMoment, periodKeys, periodQuery, periodView, sourceInPeriod, startMoment } from './period.js';
import type { Period, PeriodFault, PeriodQuery } from './period.js';
import type { ValueOf } from '../schema-types.js';

const day = 24 * 3_600_000;
const usualDays = 30;
const maxPeriodDays = 366;

export const analyticsQuery = periodQuery({ ...periodKeys, source: sourceInPeriod });
export type AnalyticsQuery = ValueOf<typeof analyticsQuery>;

/**
 * The period of a query: by default up to now, and thirty days long. Returns a fault for a period that
 * is empty, in the future, or longer than a year.
 */
export function analyticsPeriod(query: PeriodQuery, now: number): Period | PeriodFault {
  const { start_date: start, end_date: end } = query;
  const to = end === undefined ? new Date(now) : endMoment(end);
  const from = start === undefined ? new Date(to.getTime() - usualDays * day) : startMoment(start);
  const field = start === undefined ? 'end_date' : 'start_date';
  if (from.getTime() > now) {
    const message =
      start === undefined
        ? `end_date lies more than ${usualDays} days in the future: send start_date too`
        : 'start_date must not lie in the future';
    return { field, message };
  }
  if (from >= to) {
    return end === undefined
      ? { field, message: 'start_date must lie in the past' }
      : { field: 'end_date', message: 'end_date must lie after start_date' };
  }
  return to.getTime() - from.getTime() > maxPeriodDays * day
    ? { field, message: `A period may be at most ${maxPeriodDays} days long` }
    : { from, to };
}

const count = Joi.number().integer().min(0).required();
const rate = Joi.number().min(0).max(1);
const average = Joi.number().min(0);

export const syncAnalyticsResponse = Joi.object({
  period: periodView,
  totals: Joi.object({
    leads_imported: count.description(
      'Imports with the result `created` that were not undone: new leads, and known ones whose ticket was gone and was created again.',
    ),
    prospects_created: count,
    opportunities_won: count,
  }).required(),
  /** By source: leads as in `leads_imported`, and the share of attempted ones that did not fail (0 to 1). */
  by_source: Joi.object()
    .pattern(Joi.string(), Joi.object({ leads: count, success_rate: rate.required() }))
    .required(),
});
export type SyncAnalyticsView = ValueOf<typeof syncAnalyticsResponse>;

export const workflowAnalyticsResponse = Joi.object({
  period: periodView,
  /**
   * `<from>_to_<to>`: transitions in the period, divided by the records that left `<from>` in it or are in it
   * now.
   */
  conversion_rates: Joi.object().pattern(Joi.string(), rate).required(),
  /** By the status that was left. */
  average_time_in_stage_hours: Joi.object().pattern(Joi.string(), average).required(),
  bottleneck: Joi.object({
    status: Joi.string().required(),
    average_hours: average.required(),
    /** Records that are in it now. */
    records: count,
  })
    .allow(null)
    .required(),
  success_metrics: Joi.object({
    win_rate: rate.allow(null).required(),
    average_deal_value: average.allow(null).required(),
    average_days_to_win: average.allow(null).required(),
    qualified_rate: rate.allow(null).required(),
  }).required(),
});
/** Response of `GET /analytics/workflow`; an average is null if there is nothing to average. */
export type WorkflowAnalyticsView = ValueOf<typeof workflowAnalyticsResponse>;
