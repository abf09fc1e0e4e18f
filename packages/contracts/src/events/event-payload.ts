import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { findingCountsSchema } from '../reconciliations/reconciliation.js';
import { alertNames } from './alerts.js';
import { eventTypes, type EventType } from './event-types.js';

const id = Joi.number().integer().required();
const maybeId = Joi.number().integer().allow(null).required();
const text = Joi.string().required();
const count = Joi.number().integer().min(0).required();
const time = Joi.string().isoDate().required();
const amount = Joi.number().min(0).allow(null).required();

const imported: Joi.SchemaMap = {
  lead_id: id,
  psa_ticket_id: id,
  source: text,
  job_id: text,
  quality_score: Joi.number().integer().min(0).max(100).required(),
};
const prospect: Joi.SchemaMap = {
  lead_id: id,
  prospect_id: id,
  psa_ticket_id: id,
  source: text,
  status: text,
  fit_score: Joi.number().min(0).max(100).allow(null).required(),
};
const opportunity: Joi.SchemaMap = {
  lead_id: id,
  prospect_id: id,
  opportunity_id: id,
  psa_opportunity_id: id,
  source: text,
  status: text,
  value: amount,
};

const alert: Joi.SchemaMap = {
  alert: oneOf(alertNames),
  subject: text,
  since: time,
  summary: text,
  meaning: text,
  runbook_url: text,
};

/** The minimum data of each event; later versions may add to it. */
const dataKeys: Readonly<Record<EventType, Joi.SchemaMap>> = {
  'lead.created': imported,
  'lead.updated': { ...imported, fields_updated: Joi.array().items(Joi.string()).required() },
  'lead.status_changed': {
    lead_id: id,
    psa_ticket_id: maybeId,
    source: text,
    job_id: text,
    from: text,
    to: text,
  },
  'lead.do_not_contact': { lead_id: maybeId, psa_ticket_id: maybeId, suppression_id: text, origin: text },
  'lead.erased': { lead_id: id, prospect_id: maybeId, opportunity_id: maybeId, job_id: text },
  'prospect.converted': { ...prospect, notify_team: Joi.boolean().required() },
  'prospect.qualified': prospect,
  'opportunity.created': opportunity,
  'opportunity.won': opportunity,
  'opportunity.lost': opportunity,
  'sync.completed': {
    job_id: text,
    status: oneOf(['completed', 'cancelled', 'failed']),
    source: text,
    total_processed: count,
    successful: count,
    failed: count,
  },
  'reconciliation.completed': {
    reconciliation_id: text,
    job_id: text,
    findings: count,
    resolved: count,
    counts: findingCountsSchema.required(),
  },
  'alert.raised': alert,
  'alert.resolved': { ...alert, resolved_at: time },
  'webhook.test': { webhook_id: text },
};

function payloadSchema(type: EventType): Joi.ObjectSchema {
  return Joi.object({
    // The same in every retry, so that a receiver can detect duplicates.
    id: Joi.string().pattern(/^evt_/).required(),
    type: oneOf([type]),
    // When this body was signed and sent; receivers compare it with the tolerance of 300 s.
    timestamp: time,
    // Ids, never personal data.
    data: Joi.object({ ...dataKeys[type], occurred_at: time })
      .unknown(true)
      .required(),
  });
}

/** The body of each event as a webhook receives it (decisions: "Payload"), for the API's documents and for tests. */
export const eventPayloadSchemas = Object.fromEntries(
  eventTypes.map((type) => [type, payloadSchema(type)]),
) as Readonly<Record<EventType, Joi.ObjectSchema>>;
