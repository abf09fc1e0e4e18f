import Joi from 'joi';

import { bodySchema } from '../request-schema.js';
import { nameText } from './api-keys.js';
import { emailText, newPassword, userView, type UserView } from './users.js';
import type { ValueOf } from '../schema-types.js';

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

/** A link that is shown once. */
export interface InviteLink {
  readonly invite_url: string;
  readonly invite_expires_at: string;
}

const inviteLinkKeys = {
  invite_url: Joi.string().description(
    'The one-time link with which the person chooses their password; shown only once.',
  ),
  invite_expires_at: Joi.string().isoDate(),
};

export const inviteLink = Joi.object<InviteLink>(inviteLinkKeys).options({ presence: 'required' });

/** A person who was added; with a link where no password was given. */
export type CreatedUserView = UserView & Partial<InviteLink>;

export const createdUserView = userView.append<CreatedUserView>(inviteLinkKeys);
