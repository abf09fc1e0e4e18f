import type Joi from 'joi';

import { moment } from '../records/formats.js';

/** The period of a query, as it was sent. */
export interface PeriodQuery {
  readonly start_date?: string;
  readonly end_date?: string;
}

export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The two keys of every query about a period. */
export const periodKeys = {
  start_date: moment.description('From this moment on; a date means its beginning, in UTC.'),
  end_date: moment.description('Up to this moment; a date means its end, in UTC.'),
};

export function startMoment(text: string): Date {
  return new Date(text);
}

export function endMoment(text: string): Date {
  return new Date(text.includes('T') ? text : `${text}T23:59:59.999Z`);
}

/** Refuses a period that ends before it starts. */
export function checkOrder<T extends PeriodQuery>(
  query: T,
  helpers: Joi.CustomHelpers<T>,
): T | Joi.ErrorReport {
  const { start_date: start, end_date: end } = query;
  if (start === undefined || end === undefined || startMoment(start) <= endMoment(end)) {
    return query;
  }
  // Told of the key, where the whole query would have no name.
  return helpers.error('date.reversed', { value: end }, helpers.state.localize?.(['end_date']));
}

export const periodMessages = { 'date.reversed': 'end_date must not lie before start_date' };
