import Joi from 'joi';

import { permissions } from '../permissions.js';
import { oneOf, textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';
import { roleText } from './api-keys.js';

const sessionIdText = Joi.string()
  .max(100)
  .required()
  .description('As in the list of sessions: ses_9f86d081884c7d659a2feaa0c55ad015.');

export const sessionParams = textSchema({ session_id: sessionIdText });

export const userSessionParams = textSchema({
  user_id: Joi.string().max(100).required(),
  session_id: sessionIdText,
});

const time = Joi.string().isoDate().required();

/** An active session of a person. */
export const sessionView = Joi.object({
  id: sessionIdText,
  created_at: time,
  last_seen_at: time.description('May lag by up to a minute.'),
  expires_at: time,
  address: Joi.string().allow(null).required().description('The origin of the sign-in.'),
  second_factor_proven: Joi.boolean().required(),
  current: Joi.boolean().required().description('Whether this is the session of the request.'),
});

export const sessionListResponse = Joi.object({
  sessions: Joi.array().items(sessionView).required().description('Most recently used first.'),
});
export type SessionListResponse = ValueOf<typeof sessionListResponse>;

export const callerView = Joi.object({
  id: Joi.string().required(),
  name: Joi.string().required(),
  kind: oneOf(['api_key', 'oauth_client', 'person']),
  role: roleText.required(),
  permissions: Joi.array()
    .items(Joi.string().valid(...permissions))
    .required(),
  propose_only: Joi.boolean()
    .required()
    .description('Whether it is refused for everything that writes, except dry runs.'),
});
/** The caller of a request, and what it may do. */
export type CallerView = ValueOf<typeof callerView>;
