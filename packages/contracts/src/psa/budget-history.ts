import Joi from 'joi';

import { historyIntervals, type HistoryInterval } from '../analytics/history.js';
import { checkOrder, maxPoints, periodKeys, periodMessages, type PeriodQuery } from '../analytics/period.js';
import { requestsByPriority, usedRequests, type PsaRequestCounts } from '../health/health.js';
import { textSchema } from '../request-schema.js';

export interface BudgetHistoryQuery extends PeriodQuery {
  readonly interval: HistoryInterval;
}

const intervalNames = Object.keys(historyIntervals);

/** Query of `GET /psa/budget-history`. */
export const budgetHistoryQuery = textSchema<BudgetHistoryQuery>({
  ...periodKeys,
  interval: Joi.string()
    .valid(...intervalNames)
    .default('day')
    .description(`The interval of each point, in UTC. At most ${maxPoints} points are returned.`),
})
  .custom(checkOrder)
  .messages(periodMessages);

/** The state of the budget of PSA requests at one time. */
export interface BudgetSampleView {
  /** ISO 8601. */
  readonly at: string;
  /** Requests in the rolling window that ended at this time. */
  readonly limit: number;
  readonly used: number;
  readonly used_by: PsaRequestCounts & { readonly others: number };
  /** Waiting requests. */
  readonly waiting: PsaRequestCounts;
}

export interface BudgetHistoryPoint {
  /** ISO 8601: the start of the interval. */
  readonly start: string;
  /** The sample with the highest usage; null if the interval has no sample. */
  readonly peak: BudgetSampleView | null;
}

/** Response of `GET /psa/budget-history`. */
export interface BudgetHistoryView {
  readonly period: { readonly start: string; readonly end: string };
  readonly interval: HistoryInterval;
  /** One for each interval of the period. */
  readonly points: readonly BudgetHistoryPoint[];
}

const time = Joi.string().isoDate().required();
const requests = Joi.number().integer().min(0).required();

export const budgetHistoryResponse = Joi.object<BudgetHistoryView>({
  period: Joi.object({ start: time, end: time }).required(),
  interval: Joi.string()
    .valid(...intervalNames)
    .required(),
  points: Joi.array()
    .items(
      Joi.object<BudgetHistoryPoint>({
        start: time,
        peak: Joi.object<BudgetSampleView>({
          at: time,
          limit: requests,
          used: requests.description('Requests in the rolling window that ended at this time.'),
          used_by: usedRequests,
          waiting: Joi.object(requestsByPriority).required().description('Requests that waited.'),
        })
          .allow(null)
          .required()
          .description('The sample with the highest use of the budget; null if there is none.'),
      }),
    )
    .required(),
});
