import { STATUSES, type RecordKind } from '@leadbridge/domain';
import Joi from 'joi';

import { bodySchema } from '../request-schema.js';
import { blockText } from '../records/formats.js';
import { qualificationInput } from '../records/qualification.js';

/**
 * The name of a state. The allowed states depend on the record's current one, so the lifecycle checks it, and
 * its error lists them; the API document lists all states, so that clients find a typo before they send it.
 */
export function requestedStatus(record: RecordKind): Joi.StringSchema {
  return Joi.string().max(50).meta({ documentedValues: STATUSES[record] });
}

export const setLeadStatusBody = bodySchema({
  status: requestedStatus('lead').required().description('A lead status value.'),
  reason: blockText,
  qualification_data: qualificationInput.description(
    'Stored for the conversion; with auto-conversion it turns an engaged lead into a prospect.',
  ),
});

export const setLeadStatusResponse = Joi.object({
  success: Joi.boolean().valid(true).required(),
  lead_id: Joi.number().integer().required(),
  psa_ticket_id: Joi.number().integer().allow(null).required(),
  status: Joi.string().required(),
  previous_status: Joi.string().required(),
  /** The job that converts the lead, if auto-conversion applies. */
  conversion_job_id: Joi.string(),
});
