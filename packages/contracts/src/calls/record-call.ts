import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { bodySchema } from '../request-schema.js';
import { callDirections } from './call-view.js';
import { blockText, lineText, recordId, timestamp } from '../records/formats.js';
import type { ValueOf } from '../schema-types.js';

const oneDay = 86_400;
const onlyOne = 'Name exactly one of lead_id, prospect_id and opportunity_id';

/** Body of `POST /calls`: about exactly one of a lead, a prospect and an opportunity. */
export const recordCallBody = bodySchema({
  lead_id: recordId,
  prospect_id: recordId,
  opportunity_id: recordId,
  occurred_at: timestamp.required(),
  direction: oneOf(callDirections),
  dialled_number: Joi.string().max(50),
  duration_seconds: Joi.number().integer().min(0).max(oneDay),
  agent: lineText,
  outcome: lineText,
  next_action: blockText,
  notes: blockText,
})
  .xor('lead_id', 'prospect_id', 'opportunity_id')
  .messages({ 'object.missing': onlyOne, 'object.xor': onlyOne });
export type RecordCallBody = ValueOf<typeof recordCallBody>;
