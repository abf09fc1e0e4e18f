import Joi from 'joi';

import { historyKeys, intervalKey } from '../analytics/history.js';
import { periodKeys, periodQuery } from '../analytics/period.js';
import { requestsByPriority, usedRequests } from '../health/health.js';
import type { ValueOf } from '../schema-types.js';

export const budgetHistoryQuery = periodQuery({
  ...periodKeys,
  interval: intervalKey,
});

const time = Joi.string().isoDate().required();
const requests = Joi.number().integer().min(0).required();

const budgetSample = Joi.object({
  at: time,
  limit: requests,
  used: requests.description('Requests in the rolling window that ended at this time.'),
  used_by: usedRequests,
  waiting: Joi.object(requestsByPriority).required().description('Requests that waited.'),
});
/** The state of the budget of PSA requests at one time. */
export type BudgetSampleView = ValueOf<typeof budgetSample>;

const budgetHistoryPoint = Joi.object({
  /** The start of the interval. */
  start: time,
  peak: budgetSample
    .allow(null)
    .required()
    .description('The sample with the highest use of the budget; null if there is none.'),
});
export type BudgetHistoryPoint = ValueOf<typeof budgetHistoryPoint>;

export const budgetHistoryResponse = Joi.object({
  ...historyKeys,
  points: Joi.array().items(budgetHistoryPoint).required(),
});
export type BudgetHistoryView = ValueOf<typeof budgetHistoryResponse>;
