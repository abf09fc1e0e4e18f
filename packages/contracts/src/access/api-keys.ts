import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { listResponse, pageKeys } from '../paging.js';
import { roles } from '../permissions.js';
import { bodySchema, optionalBodySchema, textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';

export const roleText = Joi.string().valid(...roles);

/** A name for people to read: no control characters, not only blanks. */
export const nameText = Joi.string()
  .max(100)
  .pattern(/^\P{Cc}*[^\s\p{Cc}]\P{Cc}*$/u)
  .description('1 to 100 characters, on one line.');

const lifetimeDays = Joi.number().integer().min(1).max(90).description('Default 90.');

export const issueApiKeyBody = bodySchema({
  name: nameText.required(),
  role: roleText.required(),
  expires_in_days: lifetimeDays,
  propose_only: Joi.boolean().description(
    'If true, the key reads and makes dry runs, and is refused for everything else that writes. Default false.',
  ),
});

export const rotateApiKeyBody = optionalBodySchema({
  expires_in_days: lifetimeDays,
});

export const apiKeyParams = textSchema({ key_id: Joi.string().max(100).required() });

export const apiKeyListQuery = textSchema(pageKeys('api_keys', { limit: 50, maximum: 500 }));

/** `grace`: expired, but still valid for the last 24 hours. */
const apiKeyStatuses = ['active', 'grace', 'expired', 'revoked'] as const;

const time = Joi.string().isoDate();

const view = {
  id: Joi.string().required(),
  name: Joi.string().required(),
  role: roleText.required(),
  propose_only: Joi.boolean()
    .required()
    .description('Whether the key is refused for everything that writes, except dry runs.'),
  status: oneOf(apiKeyStatuses),
  /** The end of the key, to identify it. */
  last_characters: Joi.string().allow(null).required(),
  created_at: time.required(),
  rotated_at: time.allow(null).required(),
  expires_at: time.allow(null).required(),
  revoked_at: time.allow(null).required(),
  last_used_at: time.allow(null).required(),
  /** Until when the key that the last rotation replaced is still valid. */
  previous_key_works_until: time.allow(null).required(),
};

export const apiKeyView = Joi.object(view);
export type ApiKeyView = ValueOf<typeof apiKeyView>;

export const issuedApiKeyView = Joi.object({
  ...view,
  key: Joi.string().required().description('Shown only once.'),
});
/** A key in the only response that shows it. */
export type IssuedApiKeyView = ValueOf<typeof issuedApiKeyView>;

export const apiKeyListResponse = listResponse('api_keys', apiKeyView);
export type ApiKeyListResponse = ValueOf<typeof apiKeyListResponse>;
