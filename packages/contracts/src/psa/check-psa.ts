import Joi from 'joi';

import { oneOf } from '../one-of.js';
import type { ValueOf } from '../schema-types.js';

const message = Joi.string().allow('').required();

export const checkPsaResponse = Joi.object({
  ready: Joi.boolean().required().description('Whether jobs can run: there are no errors.'),
  problems: Joi.array()
    .items(
      Joi.object({
        level: oneOf(['error', 'warning']),
        message,
      }),
    )
    .required()
    .description('Errors first.'),
  checked: Joi.array().items(message.label('message')).required().description('The checks that passed.'),
});
/** The result of checking the PSA, and the output of `leadbridge psa check --json`. */
export type CheckPsaResponse = ValueOf<typeof checkPsaResponse>;
