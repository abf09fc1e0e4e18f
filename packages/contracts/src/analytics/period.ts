import Joi from 'joi';

import { moment } from '../records/formats.js';
import { textSchema } from '../request-schema.js';
import type { Fields, ObjectOf, ValuesOf } from '../schema-types.js';

export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** Why a period cannot be right, by the key that has to be changed. */
export interface PeriodFault {
  readonly field: keyof PeriodQuery;
  readonly message: string;
}

/** The keys of every query with a period. */
export const periodKeys = {
  start_date: moment.description(
    'The start of the period (inclusive); a date means the start of that day in UTC.',
  ),
  end_date: moment.description('The end of the period; a date means the end of that day in UTC.'),
};
/** Of the figures of a period. */
export const sourceInPeriod = Joi.string()
  .max(100)
  .description('A provider, `manual` or `csv`, by name or alias.');

const time = Joi.string().isoDate().required();
/** The period of a response. */
export const periodView = Joi.object({ start: time, end: time }).required();

/** The period of a query, as it was sent. */
export type PeriodQuery = ValuesOf<typeof periodKeys>;

/** The maximum number of points in one history: a year of days, two weeks of hours, six hours of minutes. */
export const maxPoints = 400;

/** The period widened to whole intervals of this name, or an error text if there are too many of them. */
export function wholeIntervals(period: Period, widthMs: number, name: string): Period | string {
  const from = Math.floor(period.from.getTime() / widthMs) * widthMs;
  const to = Math.floor(period.to.getTime() / widthMs) * widthMs + widthMs - 1;
  return (to + 1 - from) / widthMs > maxPoints
    ? `A period of more than ${maxPoints} ${name}s is too long`
    : { from: new Date(from), to: new Date(to) };
}

export function startMoment(text: string): Date {
  return new Date(text);
}

export function endMoment(text: string): Date {
  return new Date(text.includes('T') ? text : `${text}T23:59:59.999Z`);
}

/** A query with the keys of a period, which must not end before it starts. */
export function periodQuery<F extends Fields & typeof periodKeys>(keys: F): ObjectOf<F>;
export function periodQuery(keys: Fields): Joi.ObjectSchema {
  return textSchema(keys)
    .custom(checkOrder)
    .messages({ 'date.reversed': 'end_date must not lie before start_date' });
}

function checkOrder<T extends PeriodQuery>(query: T, helpers: Joi.CustomHelpers<T>): T | Joi.ErrorReport {
  const { start_date: start, end_date: end } = query;
  if (start === undefined || end === undefined || startMoment(start) <= endMoment(end)) {
    return query;
  }
  // Reported for the key, because the query as a whole has no name.
  return helpers.error('date.reversed', { value: end }, helpers.state.localize?.(['end_date']));
}
