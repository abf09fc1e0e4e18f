import Joi from 'joi';

import { textSchema } from '../request-schema.js';

/** An active session of a person. */
export interface SessionView {
  readonly id: string;
  readonly created_at: string;
  /** Up to a minute late. */
  readonly last_seen_at: string;
  readonly expires_at: string;
  /** The IP address of the sign-in; null if unknown. */
  readonly address: string | null;
  readonly second_factor_proven: boolean;
  /** Whether it is the session of this request. */
  readonly current: boolean;
}

export interface SessionListAnswer {
  readonly sessions: readonly SessionView[];
}

export interface SessionParams {
  readonly session_id: string;
}

const sessionIdText = Joi.string()
  .max(100)
  .required()
  .description('As in the list of sessions: ses_9f86d081884c7d659a2feaa0c55ad015.');

export const sessionParams = textSchema<SessionParams>({ session_id: sessionIdText });

export interface UserSessionParams extends SessionParams {
  readonly user_id: string;
}

export const userSessionParams = textSchema<UserSessionParams>({
  user_id: Joi.string().max(100).required(),
  session_id: sessionIdText,
});

const time = Joi.string().isoDate().required();

export const sessionView = Joi.object<SessionView>({
  id: sessionIdText,
  created_at: time,
  last_seen_at: time.description('May lag by up to a minute.'),
  expires_at: time,
  address: Joi.string().allow(null).required().description('The origin of the sign-in.'),
  second_factor_proven: Joi.boolean().required(),
  current: Joi.boolean().required().description('Whether this is the session of the request.'),
});

export const sessionListAnswer = Joi.object<SessionListAnswer>({
  sessions: Joi.array().items(sessionView).required().description('Most recently used first.'),
});
