import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { permissions } from '../permissions.js';
import { bodySchema } from '../request-schema.js';
import { codeText, secondFactorMethods } from './second-factor.js';
import { typedPassword } from './typed-password.js';
import { newPassword, userView } from './users.js';
import type { ValueOf } from '../schema-types.js';

export const loginBody = bodySchema({
  email: Joi.string().max(254).required(),
  password: typedPassword.required(),
  code: codeText.description('The second factor, if one is set up.'),
});

export const loginResponse = Joi.object({
  token: Joi.string().required().description('Shown only once.'),
  token_type: oneOf(['Bearer']),
  expires_at: Joi.string().isoDate().required(),
  user: userView.required(),
  /** True if the only allowed action is to set up a second factor. */
  second_factor_required: Joi.boolean().required(),
});
export type LoginResponse = ValueOf<typeof loginResponse>;

export const currentSessionResponse = Joi.object({
  user: userView.required(),
  permissions: Joi.array()
    .items(Joi.string().valid(...permissions))
    .required()
    .description('The permissions of the role, including inherited ones.'),
  second_factor_methods: Joi.array()
    .items(Joi.string().valid(...secondFactorMethods))
    .required()
    .description('The methods that are configured on this server.'),
  psa_ticket_url: Joi.string()
    .allow(null)
    .required()
    .description('Where a ticket is shown in the PSA, with `{id}` for its id; null if that is not known.'),
  second_factor_required: Joi.boolean()
    .required()
    .description('True once only the setup of a second factor is allowed.'),
  session: Joi.object({
    created_at: Joi.string().isoDate().required(),
    expires_at: Joi.string().isoDate().required(),
    second_factor_proven: Joi.boolean().required(),
  }).required(),
});
export type CurrentSessionResponse = ValueOf<typeof currentSessionResponse>;

export const reauthenticateBody = bodySchema({
  password: typedPassword.required(),
  code: codeText.description('The second factor, if one is set up.'),
});

export const reauthenticateResponse = Joi.object({
  proven_until: Joi.string()
    .isoDate()
    .required()
    .description('Until then this session may issue keys and change roles, passwords and second factors.'),
});
export type ReauthenticateResponse = ValueOf<typeof reauthenticateResponse>;

export const changePasswordBody = bodySchema({
  current_password: typedPassword.required(),
  new_password: newPassword.required(),
});
