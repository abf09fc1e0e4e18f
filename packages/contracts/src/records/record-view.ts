import Joi from 'joi';

import type { ValueOf, ValuesOf } from '../schema-types.js';

const time = Joi.string().isoDate().required();
const text = Joi.string().required();
const maybe = Joi.string().allow(null).required();
const id = Joi.number().integer().required();

const contact = Joi.object({
  first_name: maybe,
  last_name: maybe,
  name: maybe,
  title: maybe,
  email: maybe,
  phone: maybe,
  linkedin_url: maybe,
  company: maybe,
  website: maybe,
  company_phone: maybe,
  industry: maybe,
  headcount: Joi.number().integer().allow(null).required(),
});

const research = Joi.object({
  services_offered: maybe,
  public_research: maybe,
  news_articles: maybe,
  growth_signals: maybe,
  project_pipelines: maybe,
  initial_notes: maybe,
});

/** One transition of a record; `from` is null for its first state. */
const historyEntry = Joi.object({
  from: maybe,
  to: text,
  at: time,
  /** Who caused it: the name of a credential, `import`, or the PSA. */
  by: text,
  reason: maybe,
});
export type HistoryEntry = ValueOf<typeof historyEntry>;

/** A transition that people made in the PSA although the lifecycle does not allow it. */
const irregularChange = Joi.object({
  from: text,
  to: text,
  at: time,
  by: text,
  psa_status_id: id,
  psa_tickettype_id: id,
});
export type IrregularChangeView = ValueOf<typeof irregularChange>;

/** The common fields of leads, prospects and opportunities: all data carry forward. */
export const sharedRecordKeys = {
  lead_id: id,
  /** Null once the ticket is lost because the PSA, restored from a backup, has reissued its id. */
  psa_ticket_id: id.allow(null),
  source: text,
  do_not_contact: Joi.boolean().required(),
  contact: contact.required(),
  research: research.required(),
  /** The known values of `CF_101` to `CF_113`. */
  custom_fields: Joi.object()
    .pattern(/^CF_\d+$/u, Joi.alternatives(Joi.string(), Joi.number(), Joi.boolean()))
    .required(),
  /** The states that a status request may set. */
  allowed_statuses: Joi.array().items(Joi.string()).required(),
  history: Joi.array().items(historyEntry).required(),
  irregular_changes: Joi.array().items(irregularChange).required(),
  created_at: time,
  updated_at: time,
} as const;
export type SharedRecordView = ValuesOf<typeof sharedRecordKeys>;
