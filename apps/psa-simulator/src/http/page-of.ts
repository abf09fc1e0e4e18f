import type { Request } from 'express';

import type { Dialect } from '../switches.js';
import { seededRandom, shuffled } from '../faults/seeded-random.js';
import { queryFlag, queryNumber } from './read-query.js';

const usualPageSize = 50;
const everything = Number.MAX_SAFE_INTEGER;

export interface PageRequest {
  /** From 1. */
  readonly number: number;
  readonly size: number;
}

/**
 * The page that is returned. Without `pageinate=true` the other two parameters say nothing and the first rows are
 * returned, silently limited to the cap.
 */
export function readPage(request: Request, dialect: Dialect): PageRequest {
  if (dialect.paging === 'ignored') {
    return { number: 1, size: everything };
  }
  if (!queryFlag(request, 'pageinate')) {
    return { number: 1, size: dialect.pageCap };
  }
  const size = queryNumber(request, 'page_size') ?? usualPageSize;
  return {
    number: shownPage(Math.max(1, queryNumber(request, 'page_no') ?? 1), dialect.paging),
    size: Math.min(Math.max(1, size), dialect.pageCap),
  };
}

/** The number of the page that is returned where this one was asked for. */
export function shownPage(number: number, paging: Dialect['paging']): number {
  if (number === 1) {
    return 1;
  }
  return { honoured: number, ignored: 1, first_again: 1, first_alone: everything }[paging];
}

/** The ids of a page, out of ids in ascending order. */
export function pageOf(
  ids: readonly number[],
  page: PageRequest,
  order: Dialect['order'],
  random: () => number,
): readonly number[] {
  const start = (page.number - 1) * page.size;
  if (order !== 'newest_first') {
    return ordered(ids, order, random).slice(start, start + page.size);
  }
  const end = ids.length - start;
  return end <= 0 ? [] : ids.slice(Math.max(0, end - page.size), end).reverse();
}

function ordered(
  ids: readonly number[],
  order: Exclude<Dialect['order'], 'newest_first'>,
  random: () => number,
): readonly number[] {
  switch (order) {
    case 'oldest_first':
      return ids;
    case 'arbitrary':
      return [...ids].sort((one, other) => scattered(one) - scattered(other));
    case 'none':
      return shuffled(ids, random);
  }
}

/** A hash of an id. */
function scattered(id: number): number {
  return seededRandom(id)();
}

export function listBody(
  key: string,
  rows: readonly unknown[],
  total: number,
  page: PageRequest,
  form: Pick<Dialect, 'lists' | 'recordCount' | 'countedRows'>,
): unknown {
  if (form.lists === 'bare') {
    return rows;
  }
  const count = { all: total, page: rows.length, hidden_too: total + 1 }[form.countedRows];
  return {
    page_no: page.number,
    page_size: page.size === everything ? total : page.size,
    ...(form.recordCount ? { record_count: count } : {}),
    [key]: rows,
  };
}
