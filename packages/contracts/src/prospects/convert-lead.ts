import Joi from 'joi';

import { optionalBodySchema } from '../request-schema.js';
import { opportunityInput } from '../records/opportunity-data.js';
import { qualificationInput } from '../records/qualification.js';

export const convertLeadBody = optionalBodySchema({
  /** Data that the lead's record and ticket already have need not be sent. */
  qualification_data: qualificationInput,
  conversion_options: Joi.object({
    create_opportunity: Joi.boolean().description(
      'Default false. Promotes the new prospect at once; requires all five criteria and opportunity_data.',
    ),
    notify_team: Joi.boolean().description('Default false. Adds an Action to the ticket for the team.'),
  }),
  opportunity_data: opportunityInput,
});

export const convertLeadResponse = Joi.object({
  success: Joi.boolean().valid(true).required(),
  lead_id: Joi.number().integer().required(),
  prospect_id: Joi.number().integer().required(),
  psa_ticket_id: Joi.number().integer().required(),
  /** The prospect's status. */
  status: Joi.string().required(),
  /** Only with `create_opportunity`. */
  opportunity_id: Joi.number().integer(),
  psa_opportunity_id: Joi.number().integer(),
});
