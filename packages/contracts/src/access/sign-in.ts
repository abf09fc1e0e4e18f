import Joi from 'joi';

import { permissions } from '../permissions.js';
import { bodySchema, oneOf } from '../request-schema.js';
import { withKeys } from '../schema-keys.js';
import type { ValueOf, ValuesOf } from '../schema-types.js';
import { nameText } from './api-keys.js';
import { codeText, secondFactorMethods } from './second-factor.js';
import { typedPassword } from './typed-password.js';
import { emailText, newPassword, userView } from './users.js';

/** Body of `POST /auth/login`. */
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

/** Body of `POST /auth/reauthenticate`. */
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

/** Body of `POST /auth/password`. */
export const changePasswordBody = bodySchema({
  current_password: typedPassword.required(),
  new_password: newPassword.required(),
});

const linkToken = Joi.string()
  .max(100)
  .required()
  .description('What stands behind `#` in a one-time link to `/console/setup`.');

/** Body of `POST /auth/setup/check`. */
export const checkSetupBody = bodySchema({ token: linkToken });

export const setupView = Joi.object({
  email: Joi.string().allow(null).required(),
  name: Joi.string().allow(null).required(),
});
/** Whom a one-time link is for; both null for the first admin, who names themselves. */
export type SetupView = ValueOf<typeof setupView>;

/** Body of `POST /auth/setup`. */
export const completeSetupBody = bodySchema({
  token: linkToken,
  name: nameText.required(),
  email: emailText.description('Of the first admin; an invitation names its person itself.'),
  password: newPassword.required(),
});
export type CompleteSetupBody = ValueOf<typeof completeSetupBody>;

const inviteLinkKeys = {
  invite_url: Joi.string().description(
    'The one-time link with which the person chooses their password; shown only once.',
  ),
  invite_expires_at: Joi.string().isoDate(),
};

export const inviteLink = Joi.object(inviteLinkKeys).options({ presence: 'required' });
/** A link that is shown once. */
export type InviteLink = Required<ValuesOf<typeof inviteLinkKeys>>;

export const createdUserView = withKeys(userView, inviteLinkKeys);
/** A person who was added; with a link where no password was given. */
export type CreatedUserView = ValueOf<typeof createdUserView>;
