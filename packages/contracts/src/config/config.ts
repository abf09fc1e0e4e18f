import { COMPANY_MATCHING, isPhoneCountry, STATUSES } from '@leadbridge/domain';
import Joi from 'joi';

import { bodySchema } from '../request-schema.js';
import { allRequired, underEach } from '../schema-keys.js';
import type { ValueOf } from '../schema-types.js';

/** The payload formats of providers; `flat` for one that sends only the flat format. */
export const providerKinds = [
  'provider_a',
  'provider_b',
  'provider_c',
  'cognism',
  'lusha',
  'hubspot',
  'flat',
] as const;

const maxLeadsPerMinute = 1_000_000;
const maxFormerLabels = 1_000;
const maxId = 2_147_483_647;
const name = trimmed(100);
const listName = trimmed(200);

/** Uses a pattern, because the JSON Schema has no equivalent of the rule `trim`. */
function trimmed(maxLength: number): Joi.StringSchema {
  return Joi.string()
    .max(maxLength)
    .pattern(/^\S(?:[\s\S]*\S)?$/)
    .messages({ 'string.pattern.base': '{{#label}} must not have leading or trailing whitespace' });
}

const providerKeys = {
  enabled: Joi.boolean().description('A disabled provider is refused with 400.'),
  rate_limit: Joi.number()
    .integer()
    .min(0)
    .max(maxLeadsPerMinute)
    .description(
      'The maximum number of leads per minute for a bulk import of this provider; 0: no limit of its own.',
    ),
  label: name.description('Used in category_2, CF_101 and the name of the list.'),
  former_labels: Joi.array()
    .items(name)
    .max(maxFormerLabels)
    .description(
      'Labels of earlier tickets, used to find the provider of an opt-out. Replaces the whole list; a label that is changed is added automatically.',
    ),
  aliases: Joi.array().items(name).max(20).description('Other names for `source`; replaces the whole list.'),
  kind: Joi.string()
    .valid(...providerKinds)
    .description(
      'The payload format that is accepted in addition to the flat format; `flat`: only the flat format. Required for a new provider.',
    ),
};

const providerName = /^[a-z][a-z0-9_]{0,49}$/u;
const statuses = Object.values(STATUSES).flat();

const listKeys = underEach(
  [
    'hot',
    'warm',
    'cold',
    'enterprise',
    'mid_market',
    'small_business',
    'do_not_contact',
    'source',
    'industry',
  ],
  listName,
);

/** Without its placeholder, a name would put the leads of all sources or industries on one list. */
const listChanges = {
  ...listKeys,
  source: listName
    .pattern(/<label>/u)
    .message('{{#label}} must hold <label>, in whose place comes the label of the source')
    .description('Contains `<label>`, which is replaced by the label of the source.'),
  industry: listName
    .pattern(/<name>/u)
    .message('{{#label}} must hold <name>, in whose place comes the industry')
    .description('Contains `<name>`, which is replaced by the industry.'),
};

const statusIds = Joi.object(underEach(statuses, Joi.number().integer().min(0).max(maxId))).description(
  'The PSA’s status ids by status; statuses that are omitted (or set to 0) are found by name.',
);

const country = Joi.string()
  .pattern(/^[A-Z]{2}$/u)
  .custom((value: string, helpers) =>
    !/^[A-Z]{2}$/u.test(value) || isPhoneCountry(value) ? value : helpers.error('country.unknown'),
  )
  .messages({
    'string.pattern.base': '{{#label}} must be two capital letters such as US',
    'country.unknown':
      '{{#label}} must be a country with telephone numbers, by its ISO 3166-1 code (GB for the United Kingdom)',
  });

const companyMatching = Joi.string()
  .valid(...COMPANY_MATCHING)
  .description(
    'By what the client of a company is found: its name alone, or else the domain of the lead’s email or website. Decided company matches count with both.',
  );

export const changeConfigBody = bodySchema({
  psa: Joi.object({
    base_url: Joi.string().max(2_000).description('Set by PSA_URL; may only be sent back unchanged.'),
    custom_fields_enabled: Joi.boolean(),
  }),
  providers: Joi.object()
    .pattern(providerName, Joi.object(providerKeys))
    .max(50)
    .description('By name. A new provider needs a `kind`.'),
  workflow: Joi.object({ auto_conversion: Joi.boolean() }),
  lists: Joi.object(listChanges),
  status_ids: statusIds,
  default_country: country,
  company_matching: companyMatching,
});

/** The body of `PUT /config`: the PSA's address may be sent back as it was read. */
export type ChangeConfigBody = ValueOf<typeof changeConfigBody>;

/** A part of the configuration; missing keys stay unchanged. */
export type ConfigChange = Omit<ChangeConfigBody, 'psa'> & {
  readonly psa?: Omit<NonNullable<ChangeConfigBody['psa']>, 'base_url'>;
};

export const configResponse = Joi.object({
  psa: Joi.object({
    base_url: Joi.string().required(),
    custom_fields_enabled: Joi.boolean().required(),
  }).required(),
  providers: Joi.object()
    .pattern(providerName, Joi.object(allRequired(providerKeys)))
    .required(),
  workflow: Joi.object({ auto_conversion: Joi.boolean().required() }).required(),
  lists: Joi.object(allRequired(listKeys)).required(),
  status_ids: statusIds.required(),
  default_country: country.required(),
  company_matching: companyMatching.required(),
});
export type ConfigView = ValueOf<typeof configResponse>;

/**
 * The settings that operators may change while the service runs (specification, "GET /config and PUT
 * /config").
 */
export type ServiceConfig = Omit<ConfigView, 'psa'> & {
  readonly psa: Omit<ConfigView['psa'], 'base_url'>;
};
export type ProviderConfig = ConfigView['providers'][string];
export type ListNamesConfig = ConfigView['lists'];
