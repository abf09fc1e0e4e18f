import Joi from 'joi';

import { blockText, calendarDate } from './formats.js';

/** The sales data of an opportunity in requests. */
export interface OpportunityInput {
  /** Currency units. */
  readonly value: number;
  /** Percent, 0 to 100. */
  readonly probability: number;
  /** `YYYY-MM-DD`. */
  readonly expected_close_date: string;
  readonly competitors?: string;
  /** Defaults to the prospect's qualified services. */
  readonly products_services?: string;
  readonly quotes_proposals?: string;
  readonly win_loss_reason?: string;
}

const value = Joi.number().min(0).description('Currency units.');
const probability = Joi.number().integer().min(0).max(100).description('Percent.');

/** Optional sales data; missing fields stay unchanged. */
export const opportunityKeys = {
  value,
  probability,
  expected_close_date: calendarDate,
  competitors: blockText.description('CF_303.'),
  products_services: blockText.description('CF_301; defaults to the qualified services.'),
  quotes_proposals: blockText.description('CF_302.'),
  win_loss_reason: blockText.description('CF_304.'),
} as const;

export const opportunityInput = Joi.object<OpportunityInput>({
  ...opportunityKeys,
  value: value.required(),
  probability: probability.required(),
  expected_close_date: calendarDate.required(),
});
