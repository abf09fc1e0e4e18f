import { readOptOutDomain } from '@leadbridge/domain';
import Joi from 'joi';

import { pageKeys, paginationSchema } from '../paging.js';
import type { PageQuery, Pagination } from '../paging.js';
import { emailFilter } from '../records/formats.js';
import { bodySchema, textSchema } from '../request-schema.js';
import { wholeNumber } from '../whole-number.js';
import { suppressionGates, type SuppressionGate } from './suppression-gate.js';

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

/**
 * What remains to be done with the ticket in the PSA: CF_105, the status if the lifecycle allows the
 * transition, the list.
 */
export const ticketMarks = ['flag', 'status', 'list'] as const;
export type TicketMark = (typeof ticketMarks)[number];

/** A suppression. */
export interface SuppressionView {
  readonly id: string;
  readonly status: SuppressionStatus;
  /** An explanation of the status, if `reason` is not enough. */
  readonly status_reason: string | null;
  readonly status_changed_at: string;
  readonly error: string | null;
  /** The source whose provider is notified; the text of CF_101 if it belongs to no provider. */
  readonly provider: string | null;
  readonly ticket_id: number | null;
  readonly lead_id: number | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly company_name: string | null;
  /** The domain whose addresses have opted out; null for the entry of a person. */
  readonly domain: string | null;
  /** Why the person opted out. */
  readonly reason: string;
  /** The keys that match the person in imports. */
  readonly gates: readonly SuppressionGate[];
  readonly origin: OptOutOrigin;
  readonly requested_by: string;
  readonly requested_at: string;
  /** The id of the person in the records of whoever requested it. */
  readonly external_id: string | null;
  /** Since the start, or since the last restart of the schedule. */
  readonly attempts: number;
  readonly last_attempt_at: string | null;
  /** Null if the provider will not be notified any more. */
  readonly next_attempt_at: string | null;
  readonly retried_until: string;
  /** What the ticket in the PSA still lacks: `flag` (CF_105), `status`, `list`, `note`. */
  readonly ticket_pending: readonly (TicketMark | 'note')[];
}

const time = Joi.string().isoDate();
const text = Joi.string().allow('', null).required();
const identifier = Joi.number().integer().allow(null).required();

export const suppressionViewSchema = Joi.object<SuppressionView>({
  id: Joi.string().required(),
  status: Joi.string()
    .valid(...suppressionStatuses)
    .required(),
  status_reason: text,
  status_changed_at: time.required(),
  error: text,
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
  reason: Joi.string().required(),
  gates: Joi.array()
    .items(Joi.string().valid(...suppressionGates))
    .required()
    .description('The keys that match the person in imports; empty until the ticket has been read.'),
  origin: Joi.string()
    .valid(...optOutOrigins)
    .required(),
  requested_by: Joi.string().required(),
  requested_at: time.required(),
  external_id: Joi.string().allow(null).required().description('As a list of opt-outs named the person.'),
  attempts: Joi.number().integer().min(0).required(),
  last_attempt_at: time.allow(null).required(),
  next_attempt_at: time.allow(null).required(),
  retried_until: time.required(),
  ticket_pending: Joi.array()
    .items(Joi.string().valid(...ticketMarks, 'note'))
    .required(),
});

/** Entries per page of JSON, unless the query sets it. */
export const suppressionsPerPage = 50;
const maxSuppressionsPerPage = 500;

export interface SuppressionListQuery extends Omit<PageQuery, 'limit'> {
  /** By default the usual page for JSON, and all entries for CSV. */
  readonly limit?: number;
  readonly format?: 'json' | 'csv';
  readonly status?: SuppressionStatus;
  readonly provider?: string;
  readonly email?: string;
  readonly domain?: string;
}

/** Query of `GET /suppressions`. */
export const suppressionListQuery = textSchema<SuppressionListQuery>({
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
    .custom((value: string) => {
      const read = readOptOutDomain(value);
      return read.ok ? read.domain : value.toLowerCase();
    })
    .description('The entry of this domain itself, written as for `POST /suppressions`.'),
  format: Joi.string()
    .valid('json', 'csv')
    .description(
      'Overrides the Accept header. `csv` returns all entries that match the filters, or one page if `limit`, `page` or `cursor` is given.',
    ),
});

export const suppressionListAnswer = Joi.object<{
  suppressions: readonly SuppressionView[];
  pagination: Pagination;
}>({
  suppressions: Joi.array().items(suppressionViewSchema).required(),
  pagination: paginationSchema.required(),
});

export interface SuppressionParams {
  readonly suppression_id: string;
}

export const suppressionParams = textSchema<SuppressionParams>({
  suppression_id: Joi.string().max(64).required().description('For example sup_0mf3k2a9c4b1….'),
});

/** Who must not be contacted any more: a lead, a person by known data, or everybody with an address at a domain. */
export interface OptOutBody {
  readonly lead_id?: number;
  readonly email?: string;
  readonly phone?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly company?: string;
  readonly domain?: string;
  /** The source whose provider is notified, if there is no ticket that names it. */
  readonly source?: string;
  readonly reason?: string;
  /** True writes nothing, and only says which leads the opt-out would cover. */
  readonly dry_run?: boolean;
}

const personFields = ['email', 'phone', 'first_name', 'last_name', 'company', 'source'] as const;

/** Body of `POST /suppressions`. */
export const optOutBody: Joi.ObjectSchema<OptOutBody> = bodySchema<OptOutBody>({
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

/** Body of `DELETE /suppressions/{suppression_id}`. */
export interface RemoveSuppressionBody {
  readonly reason: string;
}

export const removeSuppressionBody = bodySchema<RemoveSuppressionBody>({
  reason: Joi.string().max(500).pattern(/\S/u, 'a text').required().description('Why, for the audit log.'),
});

/** A lead of a person who opts out. */
export interface CoveredLead {
  readonly lead_id: number;
  readonly psa_ticket_id: number | null;
  readonly name: string | null;
  readonly company: string | null;
}

export interface OptOutAnswer {
  readonly success: true;
  readonly suppressions: readonly SuppressionView[];
  readonly leads: readonly CoveredLead[];
  readonly dry_run?: true;
}

export const optOutAnswer = Joi.object<OptOutAnswer>({
  success: Joi.boolean().valid(true).required(),
  suppressions: Joi.array()
    .items(suppressionViewSchema)
    .required()
    .description(
      'One entry for each ticket of the person, or one entry if there is no ticket; empty for a dry run.',
    ),
  leads: Joi.array()
    .items(
      Joi.object<CoveredLead>({
        lead_id: Joi.number().integer().required(),
        psa_ticket_id: identifier,
        name: text,
        company: text,
      }),
    )
    .required()
    .description(
      'Every lead that the opt-out covers: those of the person, by address, by name and company, or by name and number.',
    ),
  dry_run: Joi.boolean().valid(true),
});
