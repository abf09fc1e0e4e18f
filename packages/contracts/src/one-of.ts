import Joi from 'joi';

import type { HasValues, IsRequired } from './schema-types.js';

/** A text that must be one of the values. */
export function oneOf<const V extends string>(
  values: readonly V[],
): Joi.StringSchema & HasValues<V> & IsRequired {
  return Joi.string()
    .valid(...values)
    .required();
}
