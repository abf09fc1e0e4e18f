import Joi from 'joi';

import { permissions, type Permission } from '../permissions.js';
import { bodySchema } from '../request-schema.js';
import { codeText, secondFactorMethods, type SecondFactorMethod } from './second-factor.js';
import { typedPassword } from './typed-password.js';
import { newPassword, userView } from './users.js';
import type { UserView } from './users.js';

export interface LoginBody {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

/** Body of `POST /auth/login`. */
export const loginBody = bodySchema<LoginBody>({
  email: Joi.string().max(254).required(),
  password: typedPassword.required(),
  code: codeText.description('The second factor, if one is set up.'),
});

export interface LoginAnswer {
  /** For `Authorization: Bearer`; shown only once. */
  readonly token: string;
  readonly token_type: 'Bearer';
  readonly expires_at: string;
  readonly user: UserView;
  /** True if the only allowed action is to set up a second factor. */
  readonly second_factor_required: boolean;
}

export const loginAnswer = Joi.object<LoginAnswer>({
  token: Joi.string().required().description('Shown only once.'),
  token_type: Joi.string().valid('Bearer').required(),
  expires_at: Joi.string().isoDate().required(),
  user: userView.required(),
  second_factor_required: Joi.boolean().required(),
});

export interface CurrentSessionAnswer {
  readonly user: UserView;
  /** The permissions of the person's role, so that a page offers only allowed actions. */
  readonly permissions: readonly Permission[];
  /** The configured methods, so that a page offers only these. */
  readonly second_factor_methods: readonly SecondFactorMethod[];
  /** Where a ticket is shown in the PSA, with `{id}` for its id; null if that is not known. */
  readonly psa_ticket_url: string | null;
  /** True if the only allowed action is to set up a second factor. */
  readonly second_factor_required: boolean;
  readonly session: {
    readonly created_at: string;
    readonly expires_at: string;
    readonly second_factor_proven: boolean;
  };
}

export const currentSessionAnswer = Joi.object<CurrentSessionAnswer>({
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
  session: Joi.object<CurrentSessionAnswer['session']>({
    created_at: Joi.string().isoDate().required(),
    expires_at: Joi.string().isoDate().required(),
    second_factor_proven: Joi.boolean().required(),
  }).required(),
});

export interface ReauthenticateBody {
  readonly password: string;
  readonly code?: string;
}

/** Body of `POST /auth/reauthenticate`. */
export const reauthenticateBody = bodySchema<ReauthenticateBody>({
  password: typedPassword.required(),
  code: codeText.description('The second factor, if one is set up.'),
});

export interface ReauthenticateAnswer {
  /** Until then this session may change credentials. */
  readonly proven_until: string;
}

export const reauthenticateAnswer = Joi.object<ReauthenticateAnswer>({
  proven_until: Joi.string()
    .isoDate()
    .required()
    .description('Until then this session may issue keys and change roles, passwords and second factors.'),
});

export interface ChangePasswordBody {
  readonly current_password: string;
  readonly new_password: string;
}

/** Body of `POST /auth/password`. */
export const changePasswordBody = bodySchema<ChangePasswordBody>({
  current_password: typedPassword.required(),
  new_password: newPassword.required(),
});
