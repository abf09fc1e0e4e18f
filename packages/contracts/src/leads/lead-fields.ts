import { notTakenRules, type NotTakenRule } from '@leadbridge/domain';
import Joi from 'joi';

type FieldValue = string | number | boolean;

/** A value that a source offered and that is not used. */
export interface NotTakenView {
  readonly source: string;
  /** A text of more than 500 characters is truncated. */
  readonly value: FieldValue;
  /** When it was last offered. */
  readonly at: string;
  readonly rule: NotTakenRule;
}

/** The value of a field, and its origin. */
export interface FieldView {
  /** Null if the field has no value. */
  readonly value: FieldValue | null;
  /** `psa`: a person entered it there. `derived from headcount`: it was concluded from another field. */
  readonly source: string | null;
  readonly at: string | null;
  /** Null for a value of the PSA, and if an earlier release imported it. */
  readonly job_id: string | null;
  readonly not_taken: readonly NotTakenView[];
}

const value = Joi.alternatives().try(Joi.string(), Joi.number(), Joi.boolean());
const maybeText = Joi.string().allow(null).required();

const notTakenView = Joi.object<NotTakenView>({
  source: Joi.string().required(),
  value: value.required(),
  at: Joi.string().isoDate().required(),
  rule: Joi.string()
    .valid(...notTakenRules)
    .required()
    .description(
      '`manual_work`: the ticket is past the early stage. `protected`: imports never change the field. `precedence`: another source has precedence. `not_longer`, `already_contained`: the field’s own rule. `left_unchanged`: the import had `update_existing` or `custom_fields` set to false.',
    ),
});

export const fieldView = Joi.object<FieldView>({
  value: value.allow(null).required(),
  source: maybeText,
  at: Joi.string().isoDate().allow(null).required(),
  job_id: maybeText,
  not_taken: Joi.array().items(notTakenView).required(),
});
