import Joi from 'joi';

import { blockText, calendarDate } from './formats.js';
import type { ValueOf } from '../schema-types.js';

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

export const opportunityInput = Joi.object({
  ...opportunityKeys,
  value: value.required(),
  probability: probability.required(),
  expected_close_date: calendarDate.required(),
});
/** The sales data of an opportunity in requests. */
export type OpportunityInput = ValueOf<typeof opportunityInput>;
