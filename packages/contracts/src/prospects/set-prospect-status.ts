import Joi from 'joi';

import { requestedStatus } from '../leads/set-lead-status.js';
import { bodySchema } from '../request-schema.js';
import { blockText, calendarDate } from '../records/formats.js';
import { qualificationInput } from '../records/qualification.js';

export const setProspectStatusBody = bodySchema({
  status: requestedStatus('prospect').required().description('A prospect status value.'),
  reason: blockText,
  next_action: blockText,
  next_action_date: calendarDate,
  qualification_data: qualificationInput.description('Values that the prospect lacks or that have changed.'),
});

export const setProspectStatusResponse = Joi.object({
  success: Joi.boolean().valid(true).required(),
  prospect_id: Joi.number().integer().required(),
  lead_id: Joi.number().integer().required(),
  psa_ticket_id: Joi.number().integer().required(),
  status: Joi.string().required(),
  previous_status: Joi.string().required(),
});
