import Joi from 'joi';

/** Passwords are counted in characters, and bounded so that hashing one is bounded too. */
export const passwordLength = { minimum: 10, maximum: 256 } as const;

/** As it was typed: only its length is bounded, and whether it is right is one question for all of it. */
export const typedPassword = Joi.string().max(passwordLength.maximum);
