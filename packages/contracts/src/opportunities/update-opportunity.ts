import Joi from 'joi';

import { requestedStatus } from '../leads/set-lead-status.js';
import { bodySchema } from '../request-schema.js';
import { blockText } from '../records/formats.js';
import { opportunityKeys } from '../records/opportunity-data.js';

/** Body of `PUT /opportunities/{opportunity_id}`: missing fields stay unchanged. */
export const updateOpportunityBody = bodySchema({
  ...opportunityKeys,
  status: requestedStatus('opportunity').description('An opportunity status value.'),
  notes: blockText.description('Added to the existing notes.'),
}).min(1);

export const updateOpportunityResponse = Joi.object({
  success: Joi.boolean().valid(true).required(),
  opportunity_id: Joi.number().integer().required(),
  psa_opportunity_id: Joi.number().integer().required(),
  status: Joi.string().required(),
  previous_status: Joi.string().required(),
  value: Joi.number().allow(null).required(),
  probability: Joi.number().integer().allow(null).required(),
});
