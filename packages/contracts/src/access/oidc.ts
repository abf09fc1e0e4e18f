import Joi from 'joi';

import { bodySchema, textSchema } from '../request-schema.js';
import { codeText } from './second-factor.js';
import { userView } from './users.js';
import type { ValueOf } from '../schema-types.js';

export const signInMethods = ['password', 'oidc'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** Why a sign-in with OpenID Connect is refused; the sign-in page says it in words. */
export const oidcRefusals = [
  'no_role',
  'email_not_verified',
  'user_disabled',
  'issuer_unreachable',
  'sign_in_failed',
] as const;
export type OidcRefusal = (typeof oidcRefusals)[number];

export const signInMethodsResponse = Joi.object({
  password: Joi.boolean().required().description('False if only the emergency admin has a password.'),
  oidc: Joi.object({
    name: Joi.string().required().description('Of the issuer, for a button.'),
    available: Joi.boolean().required().description('Whether the issuer can be reached now.'),
  })
    .allow(null)
    .required()
    .description('Null if sign-in with OpenID Connect is not set up.'),
});
export type SignInMethodsResponse = ValueOf<typeof signInMethodsResponse>;

/** Query of `GET /auth/oidc`. Links of other services may add parameters of their own. */
export const oidcQuery = textSchema({
  to: Joi.string()
    .allow('')
    .description('The path of one of our own pages to go to afterwards; anything else is `/console`.'),
}).unknown(true);

export const oidcCodeBody = bodySchema({
  code: codeText.description('The second factor; without it a code by email or SMS is sent.'),
});

export const oidcCodeResponse = Joi.object({
  to: Joi.string().required().description('The path of the page that was wanted before the sign-in.'),
  expires_at: Joi.string().isoDate().required(),
  user: userView.required(),
});
export type OidcCodeResponse = ValueOf<typeof oidcCodeResponse>;

export const logoutResponse = Joi.object({
  end_session_url: Joi.string().required().description('Where a browser goes to sign out at the issuer too.'),
});
export type LogoutResponse = ValueOf<typeof logoutResponse>;
