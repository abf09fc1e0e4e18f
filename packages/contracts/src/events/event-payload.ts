import Joi from 'joi';

import { eventTypes } from './event-types.js';
import type { EventType } from './event-types.js';

/** The body of an event as a webhook receives it (decisions: "Payload"). */
export interface EventPayload {
  /** `evt_…`; the same in every repetition, so that a receiver can tell one. */
  readonly id: string;
  readonly type: string;
  /** When this body was signed and sent, in ISO 8601: what a receiver checks the tolerance of 300 s against. */
  readonly timestamp: string;
  /** What happened; ids, never a person's data. `occurred_at` says when. */
  readonly data: Readonly<Record<string, unknown>>;
}

const identifier = Joi.number().integer();
const count = Joi.number().integer().min(0).required();
const known = identifier.required();
const time = Joi.string().isoDate().required();

/** What the data of each event holds at least; later versions may add to it. */
const dataKeys: Readonly<Record<EventType, Joi.SchemaMap>> = {
  'lead.created': {
    lead_id: known,
    psa_ticket_id: known,
    source: Joi.string().required(),
    job_id: Joi.string().required(),
    quality_score: Joi.number().integer().min(0).max(100).required(),
  },
  'lead.updated': {
    lead_id: known,
    psa_ticket_id: known,
    source: Joi.string().required(),
    job_id: Joi.string().required(),
    quality_score: Joi.number().integer().min(0).max(100).required(),
    fields_updated: Joi.array().items(Joi.string()).required(),
  },
  'lead.do_not_contact': { lead_id: identifier.allow(null), psa_ticket_id: identifier.allow(null) },
  'prospect.converted': { lead_id: known, prospect_id: known, psa_ticket_id: known },
  'prospect.qualified': { prospect_id: known },
  'opportunity.created': { opportunity_id: known, prospect_id: known },
  'opportunity.won': { opportunity_id: known },
  'opportunity.lost': { opportunity_id: known },
  'sync.completed': {
    job_id: Joi.string().required(),
    status: Joi.string().valid('completed', 'cancelled', 'failed').required(),
    source: Joi.string().required(),
    total_processed: count,
    successful: count,
    failed: count,
  },
  'webhook.test': { webhook_id: Joi.string().required() },
};

/** The body of an event of one type, for the API's documents and for tests. */
export function eventPayloadSchema(type: EventType): Joi.ObjectSchema<EventPayload> {
  return Joi.object<EventPayload>({
    id: Joi.string().pattern(/^evt_/).required(),
    type: Joi.string().valid(type).required(),
    timestamp: time,
    data: Joi.object({ ...dataKeys[type], occurred_at: time })
      .unknown(true)
      .required(),
  });
}

export const eventPayloadSchemas: Readonly<Record<EventType, Joi.ObjectSchema<EventPayload>>> =
  Object.fromEntries(eventTypes.map((type) => [type, eventPayloadSchema(type)])) as Record<
    EventType,
    Joi.ObjectSchema<EventPayload>
  >;
