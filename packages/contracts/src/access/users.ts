import { hasInvisible } from '@leadbridge/domain';
import Joi from 'joi';

import { listResponse, pageKeys } from '../paging.js';
import { bodySchema, textSchema } from '../request-schema.js';
import { nameText, roleText } from './api-keys.js';
import { secondFactorMethods } from './second-factor.js';
import { passwordLength } from './typed-password.js';
import type { ValueOf } from '../schema-types.js';

export const emailText = Joi.string()
  .max(254)
  .pattern(/^[^\s@\p{Cc}]{1,64}@[^\s@.\p{Cc}]+(\.[^\s@.\p{Cc}]+)+$/u)
  // An address with an invisible character looks like another person's, and nobody can type it to sign in. Not
  // in the pattern: the OpenAPI document can only have what every language reads.
  .custom((value: string, helpers) =>
    hasInvisible(value) ? helpers.error('string.pattern.base', { value }) : value,
  )
  .description('Not case-sensitive.');

export const newPassword = Joi.string()
  .min(passwordLength.minimum)
  .max(passwordLength.maximum)
  .description(
    'At least 10 characters. Common passwords, and those derived from the email or name, are refused.',
  );

export const createUserBody = bodySchema({
  email: emailText.required(),
  name: nameText.required(),
  role: roleText.required(),
  password: newPassword.description(
    'Without it, the response has a one-time link with which the person chooses their own (`invite_url`).',
  ),
});

/** Body of `PATCH /users/{user_id}`: at least one of its keys. */
export const changeUserBody = bodySchema({
  name: nameText,
  role: roleText,
  disabled: Joi.boolean(),
  password: newPassword,
}).min(1);

export const userParams = textSchema({ user_id: Joi.string().max(100).required() });

export const userListQuery = textSchema(pageKeys('users', { limit: 50, maximum: 500 }));

const time = Joi.string().isoDate();

export const userView = Joi.object({
  id: Joi.string().required(),
  email: Joi.string().required(),
  name: Joi.string().required(),
  role: roleText.required(),
  disabled: Joi.boolean().required(),
  second_factor: Joi.object({
    method: Joi.string()
      .valid(...secondFactorMethods)
      .allow(null)
      .required(),
    required: Joi.boolean().required(),
    /** From then on this person can do nothing without a second factor. */
    due_at: time.allow(null).required(),
  }).required(),
  oidc: Joi.object({
    issuer: Joi.string().required(),
    subject: Joi.string().required(),
  })
    .allow(null)
    .required()
    .description(
      'The identity at the issuer of OpenID Connect; null for a person who never signed in there.',
    ),
  created_at: time.required(),
  updated_at: time.required(),
  last_sign_in_at: time.allow(null).required(),
});
export type UserView = ValueOf<typeof userView>;

export const userListResponse = listResponse('users', userView);
export type UserListResponse = ValueOf<typeof userListResponse>;
