import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { bodySchema } from '../request-schema.js';
import { underEach } from '../schema-keys.js';
import { suppressionStatuses } from '../suppressions/suppression-view.js';
import type { ValueOf } from '../schema-types.js';

/** The person to erase: exactly one of the three. */
export type ErasureBody =
  | { readonly email: string; readonly phone?: never; readonly lead_id?: never; readonly dry_run?: boolean }
  | { readonly phone: string; readonly email?: never; readonly lead_id?: never; readonly dry_run?: boolean }
  | { readonly lead_id: number; readonly email?: never; readonly phone?: never; readonly dry_run?: boolean };

const onlyOne = 'Name exactly one of email, phone and lead_id';

export const erasureBody: Joi.ObjectSchema<ErasureBody> = bodySchema<ErasureBody>({
  email: Joi.string().max(254).description('Every record of the person with this address.'),
  phone: Joi.string()
    .max(80)
    .description(
      'The person who has this number. If several people have it, the job fails: give a lead_id instead.',
    ),
  lead_id: Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER),
  dry_run: Joi.boolean().description(
    'If true, the job lists what would be erased and erases nothing. Default false.',
  ),
})
  .xor('email', 'phone', 'lead_id')
  .messages({ 'object.missing': onlyOne, 'object.xor': onlyOne });

/** The counts of an erasure: records that were removed, and others from which the person was removed. */
export const erasedKinds = [
  'leads',
  'prospects',
  'opportunities',
  'calls',
  'companies',
  'jobs',
  'job_rows',
  'suppressions',
  'suppressed_keys',
  'error_log_entries',
  'deliveries',
  'audit_entries',
  'idempotent_answers',
  'import_mappings',
  'queue_entries',
] as const;
export type ErasedKind = (typeof erasedKinds)[number];

const count = Joi.number().integer().min(0).required();
const ids = Joi.array().items(Joi.number().integer()).required();

/** What the PSA still has about the person, according to our records, and what to do there. */
const remainingInPsa = Joi.object({
  ticket_ids: ids,
  contact_ids: ids,
  opportunity_ids: ids,
  /** Clients that belong to no other known record. */
  client_ids: ids,
  /** True if an import of the person was interrupted: the PSA may have more than the ids list. */
  may_hold_more: Joi.boolean().required(),
  what_to_do: Joi.array().items(Joi.string()).required(),
});

export const erasureResultSchema = Joi.object({
  success: Joi.boolean().valid(true).required(),
  dry_run: Joi.boolean().valid(true).description('Only of a dry run: nothing was erased.'),
  erased: Joi.object(underEach(erasedKinds, count))
    .required()
    .description('How many of each kind were removed, or no longer contain data of the person.'),
  /** The ids that no longer exist. */
  lead_ids: ids,
  prospect_ids: ids,
  opportunity_ids: ids,
  /** True if the person had opted out: a keyed hash continues to block imports. */
  opted_out: Joi.boolean().required(),
  /** The opt-outs of the person, without the person. */
  suppressions: Joi.array()
    .items(
      Joi.object({
        id: Joi.string().required(),
        status: oneOf(suppressionStatuses),
      }),
    )
    .required(),
  psa: remainingInPsa.required(),
  /** Accounts of this service with an email of the person; `DELETE /users/{id}` removes them. */
  user_ids: Joi.array().items(Joi.string()).required(),
});
/** The result of an erasure's job: ids and counts, without personal data. */
export type ErasureResult = ValueOf<typeof erasureResultSchema>;
