import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { maxPoints, periodKeys, periodQuery, periodView, sourceInPeriod } from './period.js';
import type { ValueOf } from '../schema-types.js';

/** Milliseconds of each interval. */
export const historyIntervals = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
export type HistoryInterval = keyof typeof historyIntervals;
const historyIntervalNames = Object.keys(historyIntervals) as readonly HistoryInterval[];

/** In the query of a history. */
export const intervalKey = Joi.string()
  .valid(...historyIntervalNames)
  .default('day')
  .description(`The interval of each point, in UTC. At most ${maxPoints} points are returned.`);

export const historyKeys = { period: periodView, interval: oneOf(historyIntervalNames) };

export const historyQuery = periodQuery({
  ...periodKeys,
  source: sourceInPeriod,
  interval: intervalKey,
});

const count = Joi.number().integer().min(0).required();
const time = Joi.string().isoDate().required();

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
  ...historyKeys,
  /** One for each interval of the period, including those without any rows. */
  points: Joi.array().items(historyPoint).required(),
});
export type HistoryView = ValueOf<typeof historyResponse>;
