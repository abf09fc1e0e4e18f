import { STATUSES, type RecordKind } from '@leadbridge/domain';
import Joi from 'joi';

import { bodySchema } from '../request-schema.js';
import { blockText } from '../records/formats.js';
import { qualificationInput } from '../records/qualification.js';
import type { ValueOf } from '../schema-types.js';

/**
 * The name of a state. The allowed states depend on the record's current one, so the lifecycle checks it, and
 * its error lists them; the API document lists all states, so that clients find a typo before they send it.
 */
export function requestedStatus(record: RecordKind): Joi.StringSchema {
  return Joi.string().max(50).meta({ documentedValues: STATUSES[record] });
}

/** Body of `PUT /leads/{lead_id}/status`. */
export const setLeadStatusBody = bodySchema({
  status: requestedStatus('lead').required().description('A lead status value.'),
  reason: blockText,
  qualification_data: qualificationInput.description(
    'Stored for the conversion; with auto-conversion it turns an engaged lead into a prospect.',
  ),
});
export type SetLeadStatusBody = ValueOf<typeof setLeadStatusBody>;

export interface SetLeadStatusResponse {
  readonly success: true;
  readonly lead_id: number;
  readonly psa_ticket_id: number | null;
  readonly status: string;
  readonly previous_status: string;
  /** The job that converts the lead, if auto-conversion applies. */
  readonly conversion_job_id?: string;
}

export const setLeadStatusResponse = Joi.object<SetLeadStatusResponse>({
  success: Joi.boolean().valid(true).required(),
  lead_id: Joi.number().integer().required(),
  psa_ticket_id: Joi.number().integer().allow(null).required(),
  status: Joi.string().required(),
  previous_status: Joi.string().required(),
  conversion_job_id: Joi.string(),
});
