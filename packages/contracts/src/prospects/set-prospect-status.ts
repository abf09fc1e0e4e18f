import Joi from 'joi';

import { requestedStatus } from '../leads/set-lead-status.js';
import { bodySchema } from '../request-schema.js';
import { blockText, calendarDate } from '../records/formats.js';
import { qualificationInput, type QualificationInput } from '../records/qualification.js';

export interface SetProspectStatusBody {
  readonly status: string;
  readonly reason?: string;
  readonly next_action?: string;
  /** `YYYY-MM-DD`. */
  readonly next_action_date?: string;
  readonly qualification_data?: QualificationInput;
}

/** Body of `PUT /prospects/{prospect_id}/status`. */
export const setProspectStatusBody = bodySchema<SetProspectStatusBody>({
  status: requestedStatus('prospect').required().description('A prospect status value.'),
  reason: blockText,
  next_action: blockText,
  next_action_date: calendarDate,
  qualification_data: qualificationInput.description('Values that the prospect lacks or that have changed.'),
});

export interface SetProspectStatusAnswer {
  readonly success: true;
  readonly prospect_id: number;
  readonly lead_id: number;
  readonly psa_ticket_id: number;
  readonly status: string;
  readonly previous_status: string;
}

export const setProspectStatusAnswer = Joi.object<SetProspectStatusAnswer>({
  success: Joi.boolean().valid(true).required(),
  prospect_id: Joi.number().integer().required(),
  lead_id: Joi.number().integer().required(),
  psa_ticket_id: Joi.number().integer().required(),
  status: Joi.string().required(),
  previous_status: Joi.string().required(),
});
