import { isCalendarDate } from '@leadbridge/domain';
import Joi from 'joi';

import { bodySchema, textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';

const momentForm = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** ISO 8601 with an offset, or a day in UTC; must exist, unlike 2026-02-30. */
const time = Joi.string()
  .pattern(momentForm)
  .custom((value: string, helpers) =>
    !momentForm.test(value) || (isCalendarDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)))
      ? value
      : helpers.error('string.pattern.base'),
  )
  .messages({ 'string.pattern.base': '{{#label}} must be a time in ISO 8601, such as 2026-01-31T09:00:00Z' });

export const replayBody = bodySchema({
  from: time.description('The events that happened at or after this time, delivered or not.'),
  to: time.description('The end of the period (exclusive). Default: now.'),
  failed_since: time.description('Instead of a range: the deliveries that failed at or after this time.'),
  dry_run: Joi.boolean().description(
    'If true, events are counted and nothing is sent. Also accepted as a query parameter.',
  ),
})
  .xor('from', 'failed_since')
  .with('to', 'from')
  .messages({
    'object.xor': 'Give either from (and to) or failed_since, not both',
    'object.missing': 'Give from (and to), or failed_since',
  });
/** Either the events of a period, or those that failed since a time. */
export type ReplayBody = ValueOf<typeof replayBody>;

export const replayQuery = textSchema({ dry_run: Joi.boolean() });

export const replayResponse = Joi.object({
  webhook_id: Joi.string().required(),
  dry_run: Joi.boolean().required(),
  /** Events that would be, or are being, sent. */
  count: Joi.number().integer().min(0).required(),
});
export type ReplayResponse = ValueOf<typeof replayResponse>;
