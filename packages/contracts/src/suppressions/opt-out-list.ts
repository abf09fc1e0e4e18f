import Joi from 'joi';

import { bodySchema, textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';
import { rowNumber } from '../row-number.js';

/** The most rows of one list. */
export const maximumListedOptOuts = 100_000;

const dryRun = Joi.boolean().description(
  'If true, nothing is written: each result is what it would be. Default false.',
);

/** Body of `POST /suppressions/bulk`. An error of a row fails this row, not the request. */
export const optOutListBody = bodySchema({
  suppressions: Joi.array()
    .items(
      Joi.any().description(
        'An object with `email`, `phone`, `first_name`, `last_name` and `company` of a person, or the `domain` of many; `reason`, `occurred_at` (ISO 8601) and `external_id`. The names may be written as for leads. An item that is no object is a failed row.',
      ),
    )
    .min(1)
    .max(maximumListedOptOuts)
    .required(),
  rows: Joi.array()
    .items(rowNumber)
    .max(maximumListedOptOuts)
    .description(
      'For a list read from a file: the row of each item in it, in the order of `suppressions`. The results name these rows; by default the first item is row 1.',
    ),
  dry_run: dryRun,
});

export const optOutListQuery = textSchema({
  dry_run: dryRun,
  separator: Joi.string()
    .pattern(/^[^"\r\n]$/u)
    .description('The separator of a CSV body; detected if omitted.'),
});
/** The settings for a table, which has no place for them. */
export type OptOutListQuery = ValueOf<typeof optOutListQuery>;

/** A body with the settings of the query that it lacks; anything but an object is returned unchanged. */
export function withListQuery({ dry_run: dryRun }: OptOutListQuery, body: unknown): unknown {
  return typeof body !== 'object' || body === null || Array.isArray(body) || dryRun === undefined
    ? body
    : { dry_run: dryRun, ...body };
}

/** The input of a list; its rows are stored as those of a bulk import are. */
export const optOutListInput = Joi.object({ dry_run: Joi.boolean().required() });

export const optOutListResults = ['added', 'known', 'failed'] as const;
export type OptOutListRowResult = (typeof optOutListResults)[number];

/** Whether an outcome belongs to a row of a list of opt-outs. */
export function hasListResult<T extends { readonly result: string }>(
  outcome: T,
): outcome is Extract<T, { readonly result: OptOutListRowResult }> {
  return optOutListResults.some((result) => result === outcome.result);
}

const count = Joi.number().integer().min(0).required();

export const optOutListResponse = Joi.object({
  total: count,
  added: count.description('New entries.'),
  known: count.description('People and domains that had an entry, or that an earlier row has named.'),
  failed: count.description('Rows that cannot be read: `GET /jobs/{job_id}/results` says why.'),
  dry_run: Joi.boolean().required(),
});
/** `total = added + known + failed`, and the rows that a cancelled list did not reach. */
export type OptOutListResponse = ValueOf<typeof optOutListResponse>;
