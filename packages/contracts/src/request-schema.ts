import Joi from 'joi';

import type { Fields, ObjectOf } from './schema-types.js';

/** Messages that quote neither the labels nor the values, which may be secrets. */
const texts = {
  errors: { wrap: { label: false } },
  messages: {
    'string.pattern.base': '{{#label}} has the wrong form',
    'string.pattern.name': '{{#label}} has the wrong form: {{#name}} is expected',
  },
} as const;

/** Nothing is converted: `"70"` is not an integer, `"true"` is not a boolean. */
const strict = { convert: false, ...texts } as const;

/** What all bodies and texts have in common, made once: Joi checks the settings of each schema, at every start of a process. */
const anyBody = Joi.object({}).required().label('body').prefs(strict);
const anyText = Joi.object({}).prefs({ convert: true, ...texts });

type Keys<T> = Joi.StrictSchemaMap<T> | Joi.SchemaMap<T>;

/** A required request body that rejects unknown keys. Compiled once, where it is declared. */
export function bodySchema<F extends Fields>(keys: F): ObjectOf<F>;
export function bodySchema<T>(keys: Keys<T>): Joi.ObjectSchema<T>;
export function bodySchema<T>(keys: Keys<T>): Joi.ObjectSchema<T> {
  return anyBody.append<T>(keys);
}

/** A query string or path parameters: text is converted to numbers and booleans if the schema says so. */
export function textSchema<F extends Fields>(keys: F): ObjectOf<F>;
export function textSchema<T>(keys: Keys<T>): Joi.ObjectSchema<T>;
export function textSchema<T>(keys: Keys<T>): Joi.ObjectSchema<T> {
  return anyText.append<T>(keys);
}

/** The same with only optional keys: a missing body becomes `{}`. */
export function optionalBodySchema<F extends Fields>(keys: F): ObjectOf<F>;
export function optionalBodySchema<T>(keys: Keys<T>): Joi.ObjectSchema<T>;
export function optionalBodySchema<T>(keys: Keys<T>): Joi.ObjectSchema<T> {
  // The default is a function, so it is not part of the JSON Schema, where client generators would turn it
  // into a value of the body.
  return bodySchema<T>(keys)
    .optional()
    .default(() => ({}));
}

/** For a POST without input. */
export const emptyBody = optionalBodySchema<Readonly<Record<string, never>>>({});
