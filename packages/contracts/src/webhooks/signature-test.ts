import Joi from 'joi';

import { textSchema } from '../request-schema.js';

/** Query of `POST /webhooks/test`. */
export const signatureTestQuery = textSchema({
  webhook_id: Joi.string()
    .max(64)
    .description("Checks with this webhook's secret; left out, with the secret that the PSA signs with."),
});

/** Any body, because the signature covers its bytes; a `timestamp` in it is checked. */
export const signatureTestBody: Joi.AlternativesSchema<unknown> = Joi.alternatives<unknown>()
  .try(Joi.object().unknown(true), Joi.array())
  .label('body');

export const signatureTestResponse = Joi.object({
  success: Joi.boolean().valid(true).required(),
  verified: Joi.boolean().valid(true).required(),
});
