import Joi from 'joi';

import { bodySchema } from '../request-schema.js';
import { callDirections, type CallDirection } from './call-view.js';
import { blockText, lineText, recordId, timestamp } from '../records/formats.js';

export interface RecordCallBody {
  readonly lead_id?: number;
  readonly prospect_id?: number;
  readonly opportunity_id?: number;
  /** ISO 8601. */
  readonly occurred_at: string;
  readonly direction: CallDirection;
  readonly dialled_number?: string;
  readonly duration_seconds?: number;
  readonly agent?: string;
  readonly outcome?: string;
  readonly next_action?: string;
  readonly notes?: string;
}

const oneDay = 86_400;
const onlyOne = 'Name exactly one of lead_id, prospect_id and opportunity_id';

/** Body of `POST /calls`: about exactly one of a lead, a prospect and an opportunity. */
export const recordCallBody = bodySchema<RecordCallBody>({
  lead_id: recordId,
  prospect_id: recordId,
  opportunity_id: recordId,
  occurred_at: timestamp.required(),
  direction: Joi.string()
    .valid(...callDirections)
    .required(),
  dialled_number: Joi.string().max(50),
  duration_seconds: Joi.number().integer().min(0).max(oneDay),
  agent: lineText,
  outcome: lineText,
  next_action: blockText,
  notes: blockText,
})
  .xor('lead_id', 'prospect_id', 'opportunity_id')
  .messages({ 'object.missing': onlyOne, 'object.xor': onlyOne });
