import Joi from 'joi';

import { permissions, type Permission, type Role } from '../permissions.js';
import { roleText } from './api-keys.js';

/** The caller of a request, and what it may do. */
export interface CallerView {
  readonly id: string;
  readonly name: string;
  readonly kind: 'api_key' | 'oauth_client' | 'person';
  readonly role: Role;
  readonly permissions: readonly Permission[];
  /** Whether it is refused for everything that writes, except dry runs. */
  readonly propose_only: boolean;
}

export const callerView = Joi.object<CallerView>({
  id: Joi.string().required(),
  name: Joi.string().required(),
  kind: Joi.string().valid('api_key', 'oauth_client', 'person').required(),
  role: roleText.required(),
  permissions: Joi.array()
    .items(Joi.string().valid(...permissions))
    .required(),
  propose_only: Joi.boolean()
    .required()
    .description('Whether it is refused for everything that writes, except dry runs.'),
});
