import Joi from 'joi';

const digits = /^-?(0|[1-9]\d*)$/;

/**
 * A whole number. In a query or a path it must be written in plain digits: otherwise `1e3`, `01`, `1.0` and `
 * 1` would be accepted.
 */
export const wholeNumber = Joi.number()
  .integer()
  .custom((value: number, helpers) => {
    const sent: unknown = helpers.original;
    return typeof sent === 'string' && Number.isInteger(value) && !digits.test(sent)
      ? helpers.error('number.integer')
      : value;
  });
