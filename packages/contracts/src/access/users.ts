import { hasInvisible } from '@leadbridge/domain';
import Joi from 'joi';

import { paginationSchema, pageKeys } from '../paging.js';
import type { PageQuery, Pagination } from '../paging.js';
import type { Role } from '../permissions.js';
import { bodySchema, textSchema } from '../request-schema.js';
import { nameText, roleText } from './api-keys.js';
import { secondFactorMethods, type SecondFactorMethod } from './second-factor.js';
import { passwordLength } from './typed-password.js';

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

export interface CreateUserBody {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Absent for a person who is invited, and chooses their own. */
  readonly password?: string;
}

/** Body of `POST /users`. */
export const createUserBody = bodySchema<CreateUserBody>({
  email: emailText.required(),
  name: nameText.required(),
  role: roleText.required(),
  password: newPassword.description(
    'Without it, the response has a one-time link with which the person chooses their own (`invite_url`).',
  ),
});

export interface ChangeUserBody {
  readonly name?: string;
  readonly role?: Role;
  readonly disabled?: boolean;
  readonly password?: string;
}

/** Body of `PATCH /users/{user_id}`: at least one of its keys. */
export const changeUserBody = bodySchema<ChangeUserBody>({
  name: nameText,
  role: roleText,
  disabled: Joi.boolean(),
  password: newPassword,
}).min(1);

export interface UserParams {
  readonly user_id: string;
}

export const userParams = textSchema<UserParams>({ user_id: Joi.string().max(100).required() });

export const userListQuery = textSchema<PageQuery>(pageKeys('users', { limit: 50, maximum: 500 }));

export interface UserView {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly disabled: boolean;
  readonly second_factor: {
    readonly method: SecondFactorMethod | null;
    readonly required: boolean;
    /** From then on this person can do nothing without a second factor. */
    readonly due_at: string | null;
  };
  /** The identity that the person signs in with at the issuer of OpenID Connect. */
  readonly oidc: { readonly issuer: string; readonly subject: string } | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_sign_in_at: string | null;
}

const time = Joi.string().isoDate();

export const userView = Joi.object<UserView>({
  id: Joi.string().required(),
  email: Joi.string().required(),
  name: Joi.string().required(),
  role: roleText.required(),
  disabled: Joi.boolean().required(),
  second_factor: Joi.object<UserView['second_factor']>({
    method: Joi.string()
      .valid(...secondFactorMethods)
      .allow(null)
      .required(),
    required: Joi.boolean().required(),
    due_at: time.allow(null).required(),
  }).required(),
  oidc: Joi.object<UserView['oidc']>({
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

export interface UserListAnswer {
  readonly users: readonly UserView[];
  readonly pagination: Pagination;
}

export const userListAnswer = Joi.object<UserListAnswer>({
  users: Joi.array().items(userView).required(),
  pagination: paginationSchema.required(),
});
