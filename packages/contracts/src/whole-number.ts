import Joi from 'joi';

const digits = /^-?(0|[1-9]\d*)$/;

/** A whole number. In a query or an address it is written in digits: `1e3`, `01`, `1.0` and ` 1` would pass for numbers otherwise. */
export const wholeNumber = Joi.number()
  .integer()
  .custom((value: number, helpers) => {
    const sent: unknown = helpers.original;
    return typeof sent === 'string' && Number.isInteger(value) && !digits.test(sent)
      ? helpers.error('number.integer')
      : value;
  });
