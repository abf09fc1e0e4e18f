import Joi from 'joi';

import type { ValueOf } from '../schema-types.js';

/** One transition of a record. */
export interface HistoryEntry {
  /** Null for the first state of the record. */
  readonly from: string | null;
  readonly to: string;
  readonly at: string;
  readonly by: string;
  readonly reason: string | null;
}

/** A transition that people made in the PSA although the lifecycle does not allow it. */
export interface IrregularChangeView {
  readonly from: string;
  readonly to: string;
  readonly at: string;
  readonly by: string;
  readonly psa_status_id: number;
  readonly psa_tickettype_id: number;
}

/** The common fields of leads, prospects and opportunities: all data carry forward. */
export interface SharedRecordView {
  readonly lead_id: number;
  /** Null once the ticket is lost because the PSA, restored from a backup, has reissued its id. */
  readonly psa_ticket_id: number | null;
  readonly source: string;
  readonly do_not_contact: boolean;
  readonly contact: ContactView;
  readonly research: ResearchView;
  /** The known values of `CF_101` to `CF_113`. */
  readonly custom_fields: Readonly<Record<string, string | number | boolean>>;
  /** The states that a status request may set. */
  readonly allowed_statuses: readonly string[];
  readonly history: readonly HistoryEntry[];
  readonly irregular_changes: readonly IrregularChangeView[];
  readonly created_at: string;
  readonly updated_at: string;
}

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
export type ContactView = ValueOf<typeof contact>;

const research = Joi.object({
  services_offered: maybe,
  public_research: maybe,
  news_articles: maybe,
  growth_signals: maybe,
  project_pipelines: maybe,
  initial_notes: maybe,
});
export type ResearchView = ValueOf<typeof research>;

const history = Joi.array()
  .items(Joi.object<HistoryEntry>({ from: maybe, to: text, at: time, by: text, reason: maybe }))
  .required();

const irregularChanges = Joi.array()
  .items(
    Joi.object<IrregularChangeView>({
      from: text,
      to: text,
      at: time,
      by: text,
      psa_status_id: id,
      psa_tickettype_id: id,
    }),
  )
  .required();

export const sharedRecordKeys = {
  lead_id: id,
  psa_ticket_id: id.allow(null),
  source: text,
  do_not_contact: Joi.boolean().required(),
  contact: contact.required(),
  research: research.required(),
  custom_fields: Joi.object()
    .pattern(/^CF_\d+$/u, Joi.alternatives().try(Joi.string(), Joi.number(), Joi.boolean()))
    .required(),
  allowed_statuses: Joi.array().items(Joi.string()).required(),
  history,
  irregular_changes: irregularChanges,
  created_at: time,
  updated_at: time,
} as const;
