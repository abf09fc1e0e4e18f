import { readOptOutDomain } from '@leadbridge/domain';
import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { listResponse, pageKeys } from '../paging.js';
import { emailFilter } from '../records/formats.js';
import { bodySchema, textSchema } from '../request-schema.js';
import { wholeNumber } from '../whole-number.js';
import { suppressionGates } from './suppression-gate.js';
import type { ValueOf } from '../schema-types.js';

/**
 * The state of notifying the provider; `pending` until the first attempt has a result. `no_provider`: there is
 * nobody to notify, and nothing to correct.
 */
export const suppressionStatuses = [
  'pending',
  'suppressed',
  'failed',
  'unknown_source',
  'no_provider',
] as const;
export type SuppressionStatus = (typeof suppressionStatuses)[number];

/** The statuses of opt-outs that a provider does not know although there may be one. */
export const unpushedStatuses = [
  'pending',
  'failed',
  'unknown_source',
] as const satisfies SuppressionStatus[];
export type UnpushedStatus = (typeof unpushedStatuses)[number];

/** How an opt-out became known. */
export const optOutOrigins = ['psa', 'lifecycle', 'import', 'api'] as const;
export type OptOutOrigin = (typeof optOutOrigins)[number];

/** What remains to be done with the ticket: CF_105, the status if the lifecycle allows it, the list. */
export const ticketMarks = ['flag', 'status', 'list'] as const;
export type TicketMark = (typeof ticketMarks)[number];

const time = Joi.string().isoDate();
const text = Joi.string().allow('', null).required();
const identifier = Joi.number().integer().allow(null).required();

export const suppressionViewSchema = Joi.object({
  id: Joi.string().required(),
  status: oneOf(suppressionStatuses),
  /** An explanation of the status, if `reason` is not enough. */
  status_reason: text,
  status_changed_at: time.required(),
  error: text,
  /** The source whose provider is notified; the text of CF_101 if it belongs to no provider. */
  provider: text,
  ticket_id: identifier,
  lead_id: identifier,
  email: text,
  first_name: text,
  last_name: text,
  company_name: text,
  domain: Joi.string()
    .allow(null)
    .required()
    .description('For the entry of a domain: all its addresses, and those of its subdomains, are blocked.'),
  /** Why the person opted out. */
  reason: Joi.string().required(),
  gates: Joi.array()
    .items(Joi.string().valid(...suppressionGates))
    .required()
    .description('The keys that match the person in imports; empty until the ticket has been read.'),
  origin: oneOf(optOutOrigins),
  requested_by: Joi.string().required(),
  requested_at: time.required(),
  external_id: Joi.string().allow(null).required().description('As a list of opt-outs named the person.'),
  /** Since the start, or since the last restart of the schedule. */
  attempts: Joi.number().integer().min(0).required(),
  last_attempt_at: time.allow(null).required(),
  /** Null if the provider will not be notified any more. */
  next_attempt_at: time.allow(null).required(),
  retried_until: time.required(),
  /** What the ticket in the PSA still lacks: `flag` (CF_105), `status`, `list`, `note`. */
  ticket_pending: Joi.array()
    .items(Joi.string().valid(...ticketMarks, 'note'))
    .required(),
});
export type SuppressionView = ValueOf<typeof suppressionViewSchema>;

/** Entries per page of JSON, unless the query sets it. */
export const suppressionsPerPage = 50;
const maxSuppressionsPerPage = 500;

export const suppressionListQuery = textSchema({
  ...pageKeys('suppressions', { limit: suppressionsPerPage, maximum: maxSuppressionsPerPage }),
  limit: wholeNumber
    .min(1)
    .max(maxSuppressionsPerPage)
    .description(`Entries per page. Default: ${suppressionsPerPage} for JSON, all for CSV.`),
  status: Joi.string().valid(...suppressionStatuses),
  provider: Joi.string().max(200).description('The name of a source, one of its aliases, or its label.'),
  email: emailFilter,
  domain: Joi.string()
    .max(2_000)
    .custom((value: string, helpers) => {
      const read = readOptOutDomain(value);
      return read.ok ? read.domain : helpers.error('domain.refused', read);
    })
    .messages({ 'domain.refused': '{{#label}} names no entry: {{#message}}' })
    .description('The entry of this domain itself, written as for `POST /suppressions`.'),
  format: Joi.string()
    .valid('json', 'csv')
    .description(
      'Overrides the Accept header. `csv` returns all entries that match the filters, or one page if `limit`, `page` or `cursor` is given.',
    ),
});
export type SuppressionListQuery = ValueOf<typeof suppressionListQuery>;

export const suppressionListResponse = listResponse('suppressions', suppressionViewSchema);

export const suppressionParams = textSchema({
  suppression_id: Joi.string().max(64).required().description('For example sup_0mf3k2a9c4b1….'),
});

const personFields = ['email', 'phone', 'first_name', 'last_name', 'company', 'source'] as const;

export const optOutBody = bodySchema({
  lead_id: Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER),
  email: Joi.string().max(254),
  phone: Joi.string().max(80),
  first_name: Joi.string().max(100),
  last_name: Joi.string().max(100),
  company: Joi.string().max(200),
  source: Joi.string()
    .max(100)
    .description('A configured source, whose provider is notified if the person has no ticket.'),
  domain: Joi.string()
    .max(2_000)
    .description(
      'Instead of a person: nobody with an address at this domain or below it is imported, for example acme.com, @acme.com or *.acme.com. Domains of mail providers are refused.',
    ),
  reason: Joi.string().max(500).description('Default: Opt-out request.'),
  dry_run: Joi.boolean().description(
    'If true, nothing is written: `leads` are those that the opt-out would cover. Default false.',
  ),
})
  .or('lead_id', 'email', 'phone', 'company', 'domain')
  .without('lead_id', [...personFields, 'domain'])
  .without('domain', [...personFields])
  .messages({
    'object.missing': 'Name a lead_id, an email, a phone, a company with a name, or a domain',
    'object.without': 'A lead_id or a domain says who it is; leave out the other fields',
  });
/** Who must not be contacted any more: a lead, a person by known data, or everybody with an address at a domain. */
export type OptOutBody = ValueOf<typeof optOutBody>;

export const removeSuppressionBody = bodySchema({
  reason: Joi.string().max(500).pattern(/\S/u, 'a text').required().description('Why, for the audit log.'),
});

const coveredLead = Joi.object({
  lead_id: Joi.number().integer().required(),
  psa_ticket_id: identifier,
  name: text,
  company: text,
});
/** A lead of a person who opts out. */
export type CoveredLead = ValueOf<typeof coveredLead>;

export const optOutResponse = Joi.object({
  success: Joi.boolean().valid(true).required(),
  suppressions: Joi.array()
    .items(suppressionViewSchema)
    .required()
    .description(
      'One entry for each ticket of the person, or one entry if there is no ticket; empty for a dry run.',
    ),
  leads: Joi.array()
    .items(coveredLead)
    .required()
    .description(
      'Every lead that the opt-out covers: those of the person, by address, by name and company, or by name and number.',
    ),
  dry_run: Joi.boolean().valid(true),
});
export type OptOutResponse = ValueOf<typeof optOutResponse>;
