import { cleanEmail, isCalendarDate } from '@leadbridge/domain';
import Joi from 'joi';

import { wholeNumber } from '../whole-number.js';

/** The longest text of one field, in UTF-16 code units. */
const maxTextChars = 2_000;
const maxLineChars = 500;

/** A text of several lines. */
export const blockText = Joi.string().max(maxTextChars);
export const lineText = Joi.string().max(maxLineChars);

export const recordId = wholeNumber.min(1);

const datePattern = /^\d{4}-\d{2}-\d{2}$/u;

/** `YYYY-MM-DD`, an existing day. */
export const calendarDate = Joi.string()
  .pattern(datePattern, 'date')
  .custom((value: string, helpers) =>
    !datePattern.test(value) || isCalendarDate(value) ? value : helpers.error('date.calendar'),
  )
  .messages({
    'date.calendar': '{{#label}} must be a day that exists',
    'string.pattern.name': '{{#label}} must be a date in the form YYYY-MM-DD',
  })
  .description('YYYY-MM-DD.');

const timestampPattern =
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/u;

/** An ISO 8601 time with its offset. */
export const timestamp = Joi.string()
  .max(40)
  .pattern(timestampPattern, 'timestamp')
  .custom((value: string, helpers) =>
    !timestampPattern.test(value) || exists(value) ? value : helpers.error('date.calendar'),
  )
  .messages({
    'date.calendar': '{{#label}} must be a time that exists',
    'string.pattern.name':
      '{{#label}} must be an ISO 8601 time with its offset, such as 2026-01-31T09:30:00Z',
  })
  .description('ISO 8601 with an offset.');

const withoutOffset = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?$/u;

/** A time in a query: a date, or an ISO 8601 time, in UTC if it has no offset. */
export const moment = Joi.alternatives(
  calendarDate,
  timestamp,
  Joi.string()
    .pattern(withoutOffset)
    .custom((value: string, helpers) =>
      exists(`${value}Z`) ? `${value}Z` : helpers.error('string.pattern.base'),
    ),
).messages({
  'alternatives.match':
    '{{#label}} must be a date that exists (YYYY-MM-DD) or an ISO 8601 time, such as 2026-01-31T09:30:00Z',
});

function exists(time: string): boolean {
  return isCalendarDate(time.slice(0, 10)) && !Number.isNaN(Date.parse(time));
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

/** A person's complete address to search for, normalized by the cleansing rules: others are nobody's. */
export const emailFilter = Joi.string()
  .max(254)
  .trim()
  .lowercase()
  .custom(
    (value: string, helpers) =>
      cleanEmail(value) ?? (emailPattern.test(value) ? helpers.error('string.pattern.name') : value),
  )
  .pattern(emailPattern, 'email')
  .messages({ 'string.pattern.name': '{{#label}} must be an email address' })
  .description('The complete address; case and spelling variants match.');
