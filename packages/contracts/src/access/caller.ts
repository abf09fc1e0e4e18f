import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { permissions } from '../permissions.js';
import { roleText } from './api-keys.js';
import type { ValueOf } from '../schema-types.js';

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
export type CallerView = ValueOf<typeof callerView>;
