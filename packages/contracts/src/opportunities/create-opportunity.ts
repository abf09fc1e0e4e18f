import Joi from 'joi';

import { bodySchema } from '../request-schema.js';
import { recordId } from '../records/formats.js';
import { opportunityInput } from '../records/opportunity-data.js';

export const createOpportunityBody = bodySchema({
  prospect_id: recordId.required(),
  opportunity_data: opportunityInput.required(),
});

export const createOpportunityResponse = Joi.object({
  success: Joi.boolean().valid(true).required(),
  opportunity_id: Joi.number().integer().required(),
  prospect_id: Joi.number().integer().required(),
  psa_opportunity_id: Joi.number().integer().required(),
  status: Joi.string().required(),
});
