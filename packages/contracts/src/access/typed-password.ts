import Joi from 'joi';

/** Password lengths are counted in characters, and limited so that the work of hashing is limited too. */
export const passwordLength = { minimum: 10, maximum: 256 } as const;

/** Exactly as typed: only its length is limited; whether it is correct is checked as a whole. */
export const typedPassword = Joi.string().max(passwordLength.maximum);
