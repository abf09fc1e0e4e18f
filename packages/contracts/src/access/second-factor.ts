import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { bodySchema } from '../request-schema.js';
import { typedPassword } from './typed-password.js';
import type { ValueOf } from '../schema-types.js';

/** The methods of the specification ("Authentication"). */
export const secondFactorMethods = ['totp', 'sms', 'email'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** A code from an app or a message, or a recovery code; spaces and hyphens are ignored. */
export const codeText = Joi.string()
  .max(40)
  .pattern(/^[A-Za-z0-9 -]+$/)
  .description('Six digits, or a recovery code.');

export const enrolBody = bodySchema({
  method: oneOf(secondFactorMethods),
  phone: Joi.string()
    .pattern(/^\+[1-9]\d{6,14}$/)
    .description('Required for sms, in international format: +15551234567.'),
  code: codeText.description('A code of the active second factor, if there is one.'),
  current_password: typedPassword.description(
    'Required if the sign-in, or the last `POST /auth/reauthenticate`, was more than 15 minutes ago.',
  ),
});

export const enrolResponse = Joi.object({
  method: oneOf(secondFactorMethods),
  secret: Joi.string().description('For an authenticator app, in base32; shown only once.'),
  otpauth_url: Joi.string().description('The same as a URI, for display as a QR code.'),
  /** For email and sms: the destination of the code, partly masked. */
  sent_to: Joi.string(),
  /** The factor must be confirmed by then. */
  expires_at: Joi.string().isoDate().required(),
});
export type EnrolResponse = ValueOf<typeof enrolResponse>;

export const verifyBody = bodySchema({ code: codeText.required() });

export const verifyResponse = Joi.object({
  verified: Joi.boolean().valid(true).required(),
  method: oneOf(secondFactorMethods),
  /** Shown once, when a factor is confirmed. */
  recovery_codes: Joi.array().items(Joi.string()),
});
export type VerifyResponse = ValueOf<typeof verifyResponse>;
