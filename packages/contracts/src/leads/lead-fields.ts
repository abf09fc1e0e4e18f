import { notTakenRules } from '@leadbridge/domain';
import Joi from 'joi';

import { oneOf } from '../one-of.js';

const value = Joi.alternatives(Joi.string(), Joi.number(), Joi.boolean());
const maybeText = Joi.string().allow(null).required();

/** A value that a source offered and that is not used. */
const notTakenView = Joi.object({
  source: Joi.string().required(),
  /** A text of more than 500 characters is truncated. */
  value: value.required(),
  /** When it was last offered. */
  at: Joi.string().isoDate().required(),
  rule: oneOf(notTakenRules).description(
    '`manual_work`: the ticket is past the early stage. `protected`: imports never change the field. `precedence`: another source has precedence. `not_longer`, `already_contained`: the field’s own rule. `left_unchanged`: the import had `update_existing` or `custom_fields` set to false.',
  ),
});

/** The value of a field, and its origin. */
export const fieldView = Joi.object({
  /** Null if the field has no value. */
  value: value.allow(null).required(),
  /** `psa`: a person entered it there. `derived from headcount`: it was concluded from another field. */
  source: maybeText,
  at: Joi.string().isoDate().allow(null).required(),
  /** Null for a value of the PSA, and if an earlier release imported it. */
  job_id: maybeText,
  not_taken: Joi.array().items(notTakenView).required(),
});
