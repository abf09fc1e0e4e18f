import Joi from 'joi';

import { textSchema } from '../request-schema.js';
import { checkOrder, maxPoints, periodKeys, periodMessages } from './period.js';
import type { AnalyticsQuery } from './analytics.js';

/** Milliseconds of each interval. */
export const historyIntervals = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
export type HistoryInterval = keyof typeof historyIntervals;

export interface HistoryQuery extends AnalyticsQuery {
  readonly interval: HistoryInterval;
}

/** Query of `GET /analytics/history`. */
export const historyQuery = textSchema<HistoryQuery>({
  ...periodKeys,
  source: Joi.string().max(100).description('A provider, `manual` or `csv`, by name or alias.'),
  interval: Joi.string()
    .valid(...Object.keys(historyIntervals))
    .default('day')
    .description(`The interval of each point, in UTC. At most ${maxPoints} points are returned.`),
})
  .custom(checkOrder)
  .messages(periodMessages);

/** How the rows of one interval ended. */
export interface HistoryPoint {
  /** ISO 8601: the start. */
  readonly start: string;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly preserved: number;
  readonly failed: number;
}

/** Response of `GET /analytics/history`. */
export interface HistoryView {
  readonly period: { readonly start: string; readonly end: string };
  readonly interval: HistoryInterval;
  /** One for each interval of the period, including those without any rows. */
  readonly points: readonly HistoryPoint[];
}

const count = Joi.number().integer().min(0).required();
const time = Joi.string().isoDate().required();

export const historyResponse = Joi.object<HistoryView>({
  period: Joi.object({ start: time, end: time }).required(),
  interval: Joi.string()
    .valid(...Object.keys(historyIntervals))
    .required(),
  points: Joi.array()
    .items(
      Joi.object<HistoryPoint>({
        start: time,
        created: count,
        updated: count,
        skipped: count,
        preserved: count,
        failed: count,
      }),
    )
    .required(),
});
