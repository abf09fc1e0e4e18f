import Joi from 'joi';

import { bodySchema } from '../request-schema.js';
import { suppressionStatuses, type SuppressionStatus } from '../suppressions/suppression-view.js';

/** The person to erase: exactly one of the three. */
export type ErasureBody =
  | { readonly email: string; readonly phone?: never; readonly lead_id?: never }
  | { readonly phone: string; readonly email?: never; readonly lead_id?: never }
  | { readonly lead_id: number; readonly email?: never; readonly phone?: never };

const onlyOne = 'Name exactly one of email, phone and lead_id';

/** Body of `POST /erasures`. */
export const erasureBody: Joi.ObjectSchema<ErasureBody> = bodySchema<ErasureBody>({
  email: Joi.string().max(254).description('Every record of the person with this address.'),
  phone: Joi.string()
    .max(80)
    .description(
      'The person who has this number. If several people have it, the job fails: give a lead_id instead.',
    ),
  lead_id: Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER),
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

/** What the PSA still has about the person, according to our records, and what to do there. */
export interface RemainingInPsa {
  readonly ticket_ids: readonly number[];
  readonly contact_ids: readonly number[];
  readonly opportunity_ids: readonly number[];
  /** Clients that belong to no other known record. */
  readonly client_ids: readonly number[];
  /** True if an import of the person was interrupted: the PSA may have more than the ids list. */
  readonly may_hold_more: boolean;
  readonly what_to_do: readonly string[];
}

/** The result of an erasure's job: ids and counts, without personal data. */
export interface ErasureResult {
  readonly success: true;
  readonly erased: Readonly<Record<ErasedKind, number>>;
  /** The ids that no longer exist. */
  readonly lead_ids: readonly number[];
  readonly prospect_ids: readonly number[];
  readonly opportunity_ids: readonly number[];
  /** True if the person had opted out: a keyed hash continues to block imports. */
  readonly opted_out: boolean;
  /** The opt-outs of the person, without the person. */
  readonly suppressions: readonly { readonly id: string; readonly status: SuppressionStatus }[];
  readonly psa: RemainingInPsa;
  /** Accounts of this service with an email of the person; `DELETE /users/{id}` removes them. */
  readonly user_ids: readonly string[];
}

const count = Joi.number().integer().min(0).required();
const ids = Joi.array().items(Joi.number().integer()).required();

export const erasureResultSchema = Joi.object<ErasureResult>({
  success: Joi.boolean().valid(true).required(),
  erased: Joi.object(Object.fromEntries(erasedKinds.map((kind) => [kind, count])))
    .required()
    .description('How many of each kind were removed, or no longer contain data of the person.'),
  lead_ids: ids,
  prospect_ids: ids,
  opportunity_ids: ids,
  opted_out: Joi.boolean().required(),
  suppressions: Joi.array()
    .items(
      Joi.object({
        id: Joi.string().required(),
        status: Joi.string()
          .valid(...suppressionStatuses)
          .required(),
      }),
    )
    .required(),
  psa: Joi.object<RemainingInPsa>({
    ticket_ids: ids,
    contact_ids: ids,
    opportunity_ids: ids,
    client_ids: ids,
    may_hold_more: Joi.boolean().required(),
    what_to_do: Joi.array().items(Joi.string()).required(),
  }).required(),
  user_ids: Joi.array().items(Joi.string()).required(),
});
