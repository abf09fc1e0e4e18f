import Joi from 'joi';

import { bodySchema, textSchema } from '../request-schema.js';
import { codeText } from './second-factor.js';
import { userView, type UserView } from './users.js';

/** How a person signs in. */
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

export interface SignInMethodsAnswer {
  /** False if passwords are switched off for everybody but the emergency admin. */
  readonly password: boolean;
  /** Null if sign-in with OpenID Connect is not set up. */
  readonly oidc: { readonly name: string; readonly available: boolean } | null;
}

export const signInMethodsAnswer = Joi.object<SignInMethodsAnswer>({
  password: Joi.boolean().required().description('False if only the emergency admin has a password.'),
  oidc: Joi.object({
    name: Joi.string().required().description('Of the issuer, for a button.'),
    available: Joi.boolean().required().description('Whether the issuer can be reached now.'),
  })
    .allow(null)
    .required()
    .description('Null if sign-in with OpenID Connect is not set up.'),
});

export interface OidcQuery {
  readonly to?: string;
}

/** Query of `GET /auth/oidc`. Links of other services may add parameters of their own. */
export const oidcQuery = textSchema<OidcQuery>({
  to: Joi.string()
    .allow('')
    .description('The path of one of our own pages to go to afterwards; anything else is `/console`.'),
}).unknown(true);

export interface OidcCodeBody {
  readonly code?: string;
}

/** Body of `POST /auth/oidc/code`. */
export const oidcCodeBody = bodySchema<OidcCodeBody>({
  code: codeText.description('The second factor; without it a code by email or SMS is sent.'),
});

export interface OidcCodeAnswer {
  /** The page that was wanted before the sign-in. */
  readonly to: string;
  readonly expires_at: string;
  readonly user: UserView;
}

export const oidcCodeAnswer = Joi.object<OidcCodeAnswer>({
  to: Joi.string().required().description('The path of the page that was wanted before the sign-in.'),
  expires_at: Joi.string().isoDate().required(),
  user: userView.required(),
});

export interface LogoutAnswer {
  readonly end_session_url: string;
}

export const logoutAnswer = Joi.object<LogoutAnswer>({
  end_session_url: Joi.string().required().description('Where a browser goes to sign out at the issuer too.'),
});
