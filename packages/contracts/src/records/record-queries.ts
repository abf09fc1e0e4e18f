import Joi from 'joi';

import { pageKeys } from '../paging.js';
import { textSchema } from '../request-schema.js';
import type { ValuesOf } from '../schema-types.js';
import { emailFilter, moment, recordId } from './formats.js';

export const leadParams = textSchema({ lead_id: recordId.required() });
export const prospectParams = textSchema({ prospect_id: recordId.required() });
export const opportunityParams = textSchema({ opportunity_id: recordId.required() });

/** The keys that the three lists share. */
export function recordListKeys<Status extends string>(
  list: 'leads' | 'prospects' | 'opportunities',
  statuses: readonly Status[],
) {
  return {
    ...pageKeys(list, { limit: 50, maximum: 500 }),
    order: Joi.string()
      .valid('asc', 'desc')
      .default('asc')
      .description('By id: `asc` lists the oldest records first, `desc` the newest.'),
    status: Joi.string().valid(...statuses),
    source: Joi.string().max(100).description('The source that created the lead.'),
    company: Joi.string().max(200).description('The name of the company, in any case.'),
    email: emailFilter,
    updated_since: moment.description(
      'Records that changed at this time (ISO 8601) or later; a date means the start of that day in UTC.',
    ),
  };
}
/** Query of a list of leads, prospects or opportunities. */
export type RecordListQuery<Status extends string = string> = ValuesOf<
  ReturnType<typeof recordListKeys<Status>>
>;
