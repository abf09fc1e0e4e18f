import Joi from 'joi';

import { textSchema } from '../request-schema.js';
import { checkOrder, periodKeys, periodMessages, type Period } from './period.js';
import type { AnalyticsQuery } from './analytics.js';

/** Milliseconds of each interval. */
export const historyIntervals = { hour: 3_600_000, day: 86_400_000 } as const;
export type HistoryInterval = keyof typeof historyIntervals;

export interface HistoryQuery extends AnalyticsQuery {
  readonly interval: HistoryInterval;
}

/** Points of one answer: a year of days, two weeks of hours. */
const maxPoints = 400;

/** Query of `GET /analytics/history`. */
export const historyQuery = textSchema<HistoryQuery>({
  ...periodKeys,
  source: Joi.string().max(100).description('A provider, `manual` or `csv`, by name or alias.'),
  interval: Joi.string()
    .valid(...Object.keys(historyIntervals))
    .default('day')
    .description(`Of each point, in UTC. At most ${maxPoints} points are answered.`),
})
  .custom(checkOrder)
  .messages(periodMessages);

/** The period widened to whole intervals, or what is wrong with one that has too many of them. */
export function historyPeriod(period: Period, interval: HistoryInterval): Period | string {
  const widthMs = historyIntervals[interval];
  const from = Math.floor(period.from.getTime() / widthMs) * widthMs;
  const to = Math.floor(period.to.getTime() / widthMs) * widthMs + widthMs - 1;
  return (to + 1 - from) / widthMs > maxPoints
    ? `A period of more than ${maxPoints} ${interval}s is too long`
    : { from: new Date(from), to: new Date(to) };
}

/** How the rows of one interval ended. */
export interface HistoryPoint {
  /** ISO 8601: the beginning. */
  readonly start: string;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly preserved: number;
  readonly failed: number;
}

/** Answer of `GET /analytics/history`. */
export interface HistoryView {
  readonly period: { readonly start: string; readonly end: string };
  readonly interval: HistoryInterval;
  /** One for each interval of the period, those in which nothing happened included. */
  readonly points: readonly HistoryPoint[];
}

const count = Joi.number().integer().min(0).required();
const time = Joi.string().isoDate().required();

export const historyAnswer = Joi.object<HistoryView>({
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
