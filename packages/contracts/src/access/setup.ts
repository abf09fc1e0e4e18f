import Joi from 'joi';

import { bodySchema } from '../request-schema.js';
import { nameText } from './api-keys.js';
import { emailText, newPassword, userView } from './users.js';
import { withKeys } from '../schema-keys.js';
import type { ValueOf, ValuesOf } from '../schema-types.js';

const linkToken = Joi.string()
  .max(100)
  .required()
  .description('What stands behind `#` in a one-time link to `/console/setup`.');

export const checkSetupBody = bodySchema({ token: linkToken });

export const setupView = Joi.object({
  email: Joi.string().allow(null).required(),
  name: Joi.string().allow(null).required(),
});
/** Whom a one-time link is for; both null for the first admin, who names themselves. */
export type SetupView = ValueOf<typeof setupView>;

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
