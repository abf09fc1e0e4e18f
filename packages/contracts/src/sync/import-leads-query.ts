import Joi from 'joi';

import { textSchema } from '../request-schema.js';
import { wholeNumber } from '../whole-number.js';
import { sourceName } from './import-lead.js';
import { fileName } from './import-leads.js';
import type { ValueOf } from '../schema-types.js';

export const importLeadsQuery = textSchema({
  source: sourceName,
  deduplication: Joi.boolean().description('As in `options`.'),
  update_existing: Joi.boolean().description('As in `options`.'),
  custom_fields: Joi.boolean().description('As in `options`.'),
  strict: Joi.boolean().description('As in `options`.'),
  batch_size: wholeNumber.min(1).max(500).description('As in `batch_options`.'),
  rate_limit: wholeNumber.min(1).max(1_000_000).description('As in `batch_options`.'),
  continue_on_error: Joi.boolean().description('As in `batch_options`.'),
  verify: Joi.boolean().description('As in `batch_options`.'),
  dry_run: Joi.boolean().description('As in `batch_options`.'),
  file_name: fileName,
  separator: Joi.string()
    .pattern(/^[^"\r\n]$/u)
    .description('The separator of a CSV body; detected if omitted.'),
});
/** For a table of leads, which has no place for them; a JSON body with the same keys has priority. */
export type ImportLeadsQuery = ValueOf<typeof importLeadsQuery>;

/** A body with the settings of the query that it lacks; anything but an object is returned unchanged. */
export function withQuery(query: ImportLeadsQuery, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return body;
  }
  const { source, batch_size, rate_limit, continue_on_error, verify, dry_run, file_name, ...rest } = query;
  const { deduplication, update_existing, custom_fields, strict } = rest;
  const given: Readonly<Record<string, unknown>> = { ...(source === undefined ? {} : { source }), ...body };
  const parts = {
    options: defined({ deduplication, update_existing, custom_fields, strict }),
    batch_options: defined({ batch_size, rate_limit, continue_on_error, verify, dry_run, file_name }),
  };
  return Object.entries(parts).reduce((merged, [key, settings]) => {
    const own = given[key];
    const isOther = own !== undefined && (typeof own !== 'object' || own === null || Array.isArray(own));
    const isNothing = Object.keys(settings).length === 0;
    return isOther || isNothing ? merged : { ...merged, [key]: { ...settings, ...own } };
  }, given);
}

function defined(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
