import Joi from 'joi';

import { wholeNumber } from './whole-number.js';

/** A page of a list. */
export interface PageQuery {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

export interface Pagination extends PageQuery {
  /** Items on all pages. */
  readonly total: number;
}

/** The furthest page: beyond it a database would count for minutes to find nothing. */
const lastPage = 1_000_000;

/** The two keys of every paged query; `limit` up to `maximum`. */
export function pageKeys(defaults: { limit: number; maximum: number }): {
  page: Joi.NumberSchema<number>;
  limit: Joi.NumberSchema<number>;
} {
  return {
    page: wholeNumber.min(1).max(lastPage).default(1),
    limit: wholeNumber.min(1).max(defaults.maximum).default(defaults.limit),
  };
}

const count = Joi.number().integer().min(0).required();

export const paginationSchema = Joi.object<Pagination>({
  total: count,
  page: Joi.number().integer().min(1).required(),
  limit: Joi.number().integer().min(1).required(),
});
