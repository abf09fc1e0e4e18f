import Joi from 'joi';

import { oneOf, textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';
import { checkOrder, endMoment, maxPoints, periodKeys, periodMessages, startMoment } from './period.js';
import type { Period, PeriodFault, PeriodQuery } from './period.js';

const day = 24 * 3_600_000;
const usualDays = 30;
const maxPeriodDays = 366;

/** Query of `GET /analytics/sync` and `GET /analytics/workflow`. */
export const analyticsQuery = textSchema({
  ...periodKeys,
  source: Joi.string().max(100).description('A provider, `manual` or `csv`, by name or alias.'),
})
  .custom(checkOrder)
  .messages(periodMessages);
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
const time = Joi.string().isoDate().required();
const periodSchema = Joi.object({ start: time, end: time }).required();

export const syncAnalyticsResponse = Joi.object({
  period: periodSchema,
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
/** Response of `GET /analytics/sync`. */
export type SyncAnalyticsView = ValueOf<typeof syncAnalyticsResponse>;

export const workflowAnalyticsResponse = Joi.object({
  period: periodSchema,
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

/** Milliseconds of each interval. */
export const historyIntervals = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
export type HistoryInterval = keyof typeof historyIntervals;
export const historyIntervalNames = Object.keys(historyIntervals) as readonly HistoryInterval[];

/** Query of `GET /analytics/history`. */
export const historyQuery = textSchema({
  ...periodKeys,
  source: Joi.string().max(100).description('A provider, `manual` or `csv`, by name or alias.'),
  interval: Joi.string()
    .valid(...historyIntervalNames)
    .default('day')
    .description(`The interval of each point, in UTC. At most ${maxPoints} points are returned.`),
})
  .custom(checkOrder)
  .messages(periodMessages);

const historyPoint = Joi.object({
  start: time,
  created: count,
  updated: count,
  skipped: count,
  preserved: count,
  failed: count,
});
/** How the rows of one interval ended. */
export type HistoryPoint = ValueOf<typeof historyPoint>;

export const historyResponse = Joi.object({
  period: Joi.object({ start: time, end: time }).required(),
  interval: oneOf(historyIntervalNames),
  /** One for each interval of the period, including those without any rows. */
  points: Joi.array().items(historyPoint).required(),
});
/** Response of `GET /analytics/history`. */
export type HistoryView = ValueOf<typeof historyResponse>;

/** Minutes of each window. */
export const performanceWindows = { '5m': 5, '1h': 60, '24h': 24 * 60 } as const;
export type PerformanceWindow = keyof typeof performanceWindows;

/** Query of `GET /analytics/performance`. */
export const performanceQuery = textSchema({
  window: Joi.string()
    .valid(...(Object.keys(performanceWindows) as readonly PerformanceWindow[]))
    .default('1h')
    .description('The period that ends now.'),
});

const figure = Joi.number().min(0).required();
export const performanceResponse = Joi.object({
  /** Milliseconds. */
  response_times: Joi.object({ average: figure, p95: figure, p99: figure })
    .required()
    .description('Milliseconds.'),
  /** 0 to 1; responses with status 500 and above. */
  error_rates: Joi.object({
    total: rate.required(),
    by_endpoint: Joi.object().pattern(Joi.string(), rate).required(),
  }).required(),
  throughput: Joi.object({
    requests_per_minute: figure,
    data_processed_mb: figure.description('Request and response bodies, in millions of bytes.'),
  }).required(),
  partial: Joi.boolean()
    .valid(true)
    .description('While Redis is unavailable, only what this process has measured since then.'),
});
/** Response of `GET /analytics/performance`. */
export type PerformanceView = ValueOf<typeof performanceResponse>;
