import Joi from 'joi';

import { textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';

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
