import { COMPANY_RULES, MATCH_REASONS } from '@leadbridge/domain';
import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { listResponse, pageKeys } from '../paging.js';
import { bodySchema, textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';

export const companyMatchSchema = Joi.object({
  rule: oneOf(COMPANY_RULES),
  /** Null for a dry run that would create it, and for a client that could not be created. */
  client_id: Joi.number().integer().allow(null).required(),
}).description(
  'How the client of a new ticket was found: by an `alias` that somebody has decided on, by the `name` of the company, by its `domain`, or `none`: it was created. Null as `client_id`: a dry run would create it. Omitted where no client was looked for.',
);
/** How an import has found the client of a new lead's company. */
export type CompanyMatchView = ValueOf<typeof companyMatchSchema>;

/** What people have decided on. */
export type MatchDecisionView = { readonly client_id: number } | { readonly separate: true };

export const candidateReasons = ['name', 'domain', 'name_and_domain'] as const;
export type CandidateReason = (typeof candidateReasons)[number];

export const companyMatchStatuses = ['open', 'decided'] as const;
export type CompanyMatchStatus = (typeof companyMatchStatuses)[number];

const time = Joi.string().isoDate();
const id = Joi.number().integer();

export const companyMatchEntryView = Joi.object({
  id: Joi.string().required(),
  status: oneOf(companyMatchStatuses),
  company: Joi.string().required().description('As the first lead wrote it.'),
  domain: Joi.string().allow(null).required().description('Null for an alias that holds for every domain.'),
  reason: oneOf(MATCH_REASONS).description(
    '`several_clients`: several clients have the name or the domain. `name_and_domain_differ`: the name fits one client and the domain another.',
  ),
  candidates: Joi.array()
    .items(
      Joi.object({
        client_id: id.required(),
        name: Joi.string().allow('').required(),
        domains: Joi.array().items(Joi.string()).required(),
        why: oneOf(candidateReasons),
      }),
    )
    .required()
    .description('The clients of the PSA that it may be, when it was last looked for.'),
  lead_ids: Joi.array().items(id).required().description('The latest leads that have met it, up to 1,000.'),
  created_at: time.required(),
  decided_at: time.allow(null).required(),
  decision: Joi.alternatives(
    Joi.object({ client_id: id.required() }),
    Joi.object({ separate: Joi.boolean().valid(true).required() }),
  )
    .allow(null)
    .required(),
});
/** A company whose client people have to decide on, or have decided on. */
export type CompanyMatchEntryView = ValueOf<typeof companyMatchEntryView>;

export const companyMatchListQuery = textSchema({
  ...pageKeys('company_matches', { limit: 50, maximum: 500 }),
  status: Joi.string().valid(...companyMatchStatuses),
});

export const companyMatchListResponse = listResponse('matches', companyMatchEntryView);
export type CompanyMatchListResponse = ValueOf<typeof companyMatchListResponse>;

export const companyMatchParams = textSchema({
  match_id: Joi.string().max(64).required().description('For example cmp_6f1b0c….'),
});

const maxId = 2_147_483_647;

export const decideCompanyMatchBody = bodySchema({
  client_id: Joi.number()
    .integer()
    .min(1)
    .max(maxId)
    .description('The client of the PSA that later imports of this company and domain use.'),
  separate: Joi.boolean()
    .valid(true)
    .description('The company is none of the candidates: its name alone decides from now on.'),
})
  .xor('client_id', 'separate')
  .messages({
    'object.xor': 'Give either client_id or separate, not both',
    'object.missing': 'Give client_id, or separate',
  });
export type DecideCompanyMatchBody = ValueOf<typeof decideCompanyMatchBody>;
