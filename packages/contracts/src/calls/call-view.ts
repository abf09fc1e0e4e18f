import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { listResponse, pageKeys } from '../paging.js';
import { textSchema } from '../request-schema.js';
import { recordId } from '../records/formats.js';
import type { ValueOf } from '../schema-types.js';

export const callDirections = ['inbound', 'outbound'] as const;
export type CallDirection = (typeof callDirections)[number];

const maybe = Joi.string().allow(null).required();
const maybeId = Joi.number().integer().allow(null).required();

const callKeys = {
  /** `call_…` */
  call_id: Joi.string().required(),
  /** The original lead, and the prospect and opportunity that it had become when the call was recorded. */
  lead_id: Joi.number().integer().required(),
  prospect_id: maybeId,
  opportunity_id: maybeId,
  occurred_at: Joi.string().isoDate().required(),
  direction: oneOf(callDirections),
  dialled_number: maybe,
  duration_seconds: maybeId,
  agent: maybe,
  outcome: maybe,
  next_action: maybe,
  notes: maybe,
  psa_action_id: Joi.number().integer().required(),
  recorded_by: Joi.string().required(),
  created_at: Joi.string().isoDate().required(),
} as const;

export const callView = Joi.object(callKeys);
/** A phone call with the person of a lead, a prospect or an opportunity (specification, "Call record"). */
export type CallView = ValueOf<typeof callView>;

/** The response of `POST /calls`: the call as lists show it. */
export const recordCallResponse = Joi.object({
  success: Joi.boolean().valid(true).required(),
  ...callKeys,
});

export const callListQuery = textSchema({
  ...pageKeys('calls', { limit: 50, maximum: 500 }),
  lead_id: recordId.description('Calls with this person, including those after the lead became a prospect.'),
  prospect_id: recordId,
  opportunity_id: recordId,
});

export const callListResponse = listResponse('calls', callView);
export type CallListResponse = ValueOf<typeof callListResponse>;
