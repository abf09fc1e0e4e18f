import { Buffer } from 'node:buffer';

import Joi from 'joi';

import { wholeNumber } from './whole-number.js';
import type { Fields, HasItems, HasValues, IsRequired, ObjectOf, ValueOf, ValuesOf } from './schema-types.js';

/** The sort fields of each list, and the unique field that breaks ties. */
const listOrders = {
  leads: ['number'],
  prospects: ['number'],
  opportunities: ['number'],
  calls: ['time', 'text'],
  timeline: ['time', 'text'],
  jobs: ['time', 'text'],
  job_rows: ['number'],
  errors: ['time', 'text'],
  audit: ['time', 'text'],
  api_keys: ['time', 'text'],
  users: ['text', 'text'],
  suppressions: ['text'],
  deliveries: ['text'],
  reconciliations: ['text'],
  findings: ['text'],
  company_matches: ['time', 'text'],
} as const satisfies Readonly<Record<string, readonly ('number' | 'text' | 'time')[]>>;

export type ListName = keyof typeof listOrders;

/** The position of an item in the order of its list. */
export type ListPosition = readonly (string | number | Date)[];

/** The position after the last item of a page. */
export interface Cursor {
  /** The number of the page that starts there. */
  readonly page: number;
  readonly after: ListPosition;
}

/** The maximum page number: beyond it a database would count for minutes to find nothing. */
const lastPage = 1_000_000;
const maxCursorLength = 2_000;
const maxTextLength = 1_000;

/** The keys of every paged query; `limit` up to `maximum`. */
export function pageKeys(
  list: ListName,
  defaults: { limit: number; maximum: number },
): {
  cursor: Joi.StringSchema & HasValues<Cursor>;
  page: Joi.NumberSchema<number> & IsRequired;
  limit: Joi.NumberSchema<number> & IsRequired;
};
export function pageKeys(list: ListName, defaults: { limit: number; maximum: number }): Fields {
  return {
    // Before `page`, so that `page` has its default afterwards.
    cursor: Joi.string()
      .max(maxCursorLength)
      .custom((text: string, { state, message }: Joi.CustomHelpers<unknown>) => {
        const [beside] = state.ancestors as readonly Readonly<Record<string, unknown>>[];
        if (beside?.['page'] !== undefined) {
          return message({ custom: '{{#label}} replaces page: send only one of them' });
        }
        return (
          readCursor(list, text) ?? message({ custom: '{{#label}} is not the next_cursor of this list' })
        );
      })
      .description(
        'The `next_cursor` of the previous page, with the same filters; replaces `page`. New items do not shift pages.',
      ),
    page: wholeNumber.min(1).max(lastPage).default(1),
    limit: wholeNumber.min(1).max(defaults.maximum).default(defaults.limit),
  };
}

/** A page of a list: by its number (from 1), or after a cursor, with which the number is ignored. */
export type PageQuery = ValuesOf<ReturnType<typeof pageKeys>>;

/** A page of a list as a store returns it. */
interface PageRead {
  readonly total: number;
  /** The position of the last item if there are more. */
  readonly next: ListPosition | null;
}

/** The pagination of a list's response. */
export function paginationOf(list: ListName, query: PageQuery, { total, next }: PageRead): Pagination {
  const page = query.cursor?.page ?? query.page;
  const nextCursor =
    next === null ? null : Buffer.from(JSON.stringify([list, page + 1, ...next])).toString('base64url');
  return { total, page, limit: query.limit, next_cursor: nextCursor };
}

/** Only values of the types by which the list is ordered, because they become part of a database filter. */
function readCursor(list: ListName, text: string): Cursor | null {
  const [name, page, ...values] = parse(text);
  const kinds = listOrders[list];
  if (name !== list || typeof page !== 'number' || !Number.isSafeInteger(page) || page < 2) {
    return null;
  }
  const after = kinds.map((kind, index) => readValue(kind, values[index]));
  return values.length === kinds.length && isPosition(after) ? { page, after } : null;
}

function isPosition(values: readonly (ListPosition[number] | null)[]): values is ListPosition {
  return values.every((value) => value !== null);
}

function parse(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function readValue(kind: 'number' | 'text' | 'time', value: unknown): ListPosition[number] | null {
  switch (kind) {
    case 'number':
      return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
    case 'text':
      return typeof value === 'string' && value.length <= maxTextLength ? value : null;
    case 'time': {
      const time = typeof value === 'string' ? new Date(value) : null;
      return time === null || Number.isNaN(time.getTime()) ? null : time;
    }
  }
}

const count = Joi.number().integer().min(0).required();

export const paginationSchema = Joi.object({
  /** Total number of items. */
  total: count,
  page: Joi.number().integer().min(1).required(),
  limit: Joi.number().integer().min(1).required(),
  next_cursor: Joi.string().allow(null).required().description('For `cursor`; null on the last page.'),
});
export type Pagination = ValueOf<typeof paginationSchema>;

/** The response of a list: a page of its items under their name. */
export function listResponse<K extends string, S extends Joi.Schema>(
  key: K,
  item: S,
): ObjectOf<
  { readonly [N in K]: Joi.ArraySchema & HasItems<S> & IsRequired } & {
    readonly pagination: typeof paginationSchema & IsRequired;
  }
>;
export function listResponse(key: string, item: Joi.Schema): Joi.ObjectSchema {
  return Joi.object({
    [key]: Joi.array().items(item).required(),
    pagination: paginationSchema.required(),
  });
}
