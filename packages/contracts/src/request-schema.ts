import Joi from 'joi';

/** Texts that neither quote the labels nor what was sent, which may be a secret. */
const texts = {
  errors: { wrap: { label: false } },
  messages: {
    'string.pattern.base': '{{#label}} has the wrong form',
    'string.pattern.name': '{{#label}} has the wrong form: {{#name}} is expected',
  },
} as const;

/** Nothing is converted: `"70"` is no integer, `"true"` no boolean. */
const strict = { convert: false, ...texts } as const;

/** A required request body whose unknown keys are refused. Compiled where it is declared, once. */
export function bodySchema<T>(keys: Joi.StrictSchemaMap<T> | Joi.SchemaMap<T>): Joi.ObjectSchema<T> {
  return Joi.object<T>(keys).required().label('body').prefs(strict);
}

/** A query string or path parameters: text that becomes numbers and booleans where the schema says so. */
export function textSchema<T>(keys: Joi.StrictSchemaMap<T> | Joi.SchemaMap<T>): Joi.ObjectSchema<T> {
  return Joi.object<T>(keys).prefs({ convert: true, ...texts });
}

/** The same where every key may be left out: without a body it is `{}`. */
export function optionalBodySchema<T>(keys: Joi.StrictSchemaMap<T> | Joi.SchemaMap<T>): Joi.ObjectSchema<T> {
  // Made by a function, it stays out of the JSON Schema, where generators of clients would make a value of the body of it.
  return bodySchema<T>(keys)
    .optional()
    .default(() => ({}));
}

/** For a POST that takes nothing. */
export const emptyBody = optionalBodySchema<Readonly<Record<string, never>>>({});
