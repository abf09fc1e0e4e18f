import Joi from 'joi';

import { paginationSchema, pageKeys } from '../paging.js';
import type { PageQuery, Pagination } from '../paging.js';
import { roles } from '../permissions.js';
import type { Role } from '../permissions.js';
import { bodySchema, optionalBodySchema, textSchema } from '../request-schema.js';

export const roleText = Joi.string().valid(...roles);

/** A name for people to read: no control characters, not only blanks. */
export const nameText = Joi.string()
  .max(100)
  .pattern(/^\P{Cc}*[^\s\p{Cc}]\P{Cc}*$/u)
  .description('1 to 100 characters, on one line.');

const lifetimeDays = Joi.number().integer().min(1).max(90).description('Default 90.');

export interface IssueApiKeyBody {
  readonly name: string;
  readonly role: Role;
  readonly expires_in_days?: number;
  readonly propose_only?: boolean;
}

/** Body of `POST /api-keys`. */
export const issueApiKeyBody = bodySchema<IssueApiKeyBody>({
  name: nameText.required(),
  role: roleText.required(),
  expires_in_days: lifetimeDays,
  propose_only: Joi.boolean().description(
    'If true, the key reads and makes dry runs, and is refused for everything else that writes. Default false.',
  ),
});

export interface RotateApiKeyBody {
  readonly expires_in_days?: number;
}

/** Body of `POST /api-keys/{key_id}/rotate`; optional. */
export const rotateApiKeyBody = optionalBodySchema<RotateApiKeyBody>({
  expires_in_days: lifetimeDays,
});

export interface ApiKeyParams {
  readonly key_id: string;
}

export const apiKeyParams = textSchema<ApiKeyParams>({ key_id: Joi.string().max(100).required() });

export const apiKeyListQuery = textSchema<PageQuery>(pageKeys('api_keys', { limit: 50, maximum: 500 }));

/** `grace`: expired, but still valid for the last 24 hours. */
export const apiKeyStatuses = ['active', 'grace', 'expired', 'revoked'] as const;

export interface ApiKeyView {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Whether the key is refused for everything that writes, except dry runs. */
  readonly propose_only: boolean;
  readonly status: (typeof apiKeyStatuses)[number];
  /** The end of the key, to identify it. */
  readonly last_characters: string | null;
  readonly created_at: string;
  readonly rotated_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  /** Until when the key that the last rotation replaced is still valid. */
  readonly previous_key_works_until: string | null;
}

/** A key in the only response that shows it. */
export interface IssuedApiKeyView extends ApiKeyView {
  readonly key: string;
}

const time = Joi.string().isoDate();

const view = {
  id: Joi.string().required(),
  name: Joi.string().required(),
  role: roleText.required(),
  propose_only: Joi.boolean()
    .required()
    .description('Whether the key is refused for everything that writes, except dry runs.'),
  status: Joi.string()
    .valid(...apiKeyStatuses)
    .required(),
  last_characters: Joi.string().allow(null).required(),
  created_at: time.required(),
  rotated_at: time.allow(null).required(),
  expires_at: time.allow(null).required(),
  revoked_at: time.allow(null).required(),
  last_used_at: time.allow(null).required(),
  previous_key_works_until: time.allow(null).required(),
};

export const apiKeyView = Joi.object<ApiKeyView>(view);

export const issuedApiKeyView = Joi.object<IssuedApiKeyView>({
  ...view,
  key: Joi.string().required().description('Shown only once.'),
});

export interface ApiKeyListAnswer {
  readonly api_keys: readonly ApiKeyView[];
  readonly pagination: Pagination;
}

export const apiKeyListAnswer = Joi.object<ApiKeyListAnswer>({
  api_keys: Joi.array().items(apiKeyView).required(),
  pagination: paginationSchema.required(),
});
