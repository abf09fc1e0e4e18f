import { baseUrl, flag, integer, oneOf, text, type Parser } from '@leadbridge/platform';

import {
  type HaloSettings,
  parseDefaults,
  parseFieldNames,
  parseStatusNames,
  parseTypeName,
  parseUserField,
} from './halopsa/halo-settings.js';

const none = null as string | null;
const maxWriteBatch = 100;

/** Returns the text unchanged if `parse` accepts it. */
function checked(parse: (text: string) => unknown): Parser<string> {
  return (value) => {
    parse(value);
    return value;
  };
}

/**
 * The environment variables for the PSA: its address, our credentials, and its setup. Those of a dialect
 * apply only to that dialect.
 */
export const psaVariables = {
  psaClientId: { name: 'PSA_CLIENT_ID', description: 'the OAuth client of the PSA', parse: text },
  psaClientSecret: { name: 'PSA_CLIENT_SECRET', description: 'the secret of that OAuth client', parse: text },
  psaScope: { name: 'PSA_SCOPE', description: 'the scope of PSA tokens', parse: text, fallback: 'all' },
  psaTenant: {
    name: 'PSA_TENANT',
    description: 'the tenant of a hosted PSA',
    parse: text,
    fallback: none,
  },
  psaDialect: {
    name: 'PSA_DIALECT',
    description: 'the PSA: spec (the interface specification) or halopsa',
    parse: oneOf('spec', 'halopsa'),
    fallback: 'spec' as const,
  },
  psaAuthUrl: {
    name: 'PSA_AUTH_URL',
    description: 'halopsa: the authorization server; needed if it has another host or port than PSA_URL',
    parse: baseUrl('http', 'https'),
    fallback: none,
  },
  psaLeadType: {
    name: 'PSA_LEAD_TYPE',
    description: 'halopsa: the ticket type of leads, by name or id',
    parse: checked(parseTypeName),
    fallback: 'Lead',
  },
  psaProspectType: {
    name: 'PSA_PROSPECT_TYPE',
    description: 'halopsa: the ticket type of prospects',
    parse: checked(parseTypeName),
    fallback: 'Prospect',
  },
  psaOpportunityType: {
    name: 'PSA_OPPORTUNITY_TYPE',
    description: 'halopsa: the ticket type of opportunities',
    parse: checked(parseTypeName),
    fallback: 'Opportunity',
  },
  psaStatuses: {
    name: 'PSA_STATUSES',
    description: 'halopsa: statuses with other names, such as `new_lead=Fresh,contacted=71`, by name or id',
    parse: checked(parseStatusNames),
    fallback: none,
  },
  psaCustomFields: {
    name: 'PSA_CUSTOM_FIELDS',
    description:
      'halopsa: fields with other names, such as `101=CFLeadSource,113=`, by name, label or id; empty: not written',
    parse: checked(parseFieldNames),
    fallback: none,
  },
  psaNoteOutcome: {
    name: 'PSA_NOTE_OUTCOME',
    description: 'halopsa: the outcome of notes, by name or id',
    parse: text,
    fallback: 'Internal Note',
  },
  psaDefaults: {
    name: 'PSA_DEFAULTS',
    description:
      'halopsa: values sent with everything that is created, such as `ticket.priority_id=3,client.toplevel_id=12`',
    parse: checked(parseDefaults),
    fallback: none,
  },
  psaCategories: {
    name: 'PSA_CATEGORIES',
    description: 'halopsa: on: sends category_1 and category_2',
    parse: flag,
    fallback: false,
  },
  psaJobTitleField: {
    name: 'PSA_JOB_TITLE_FIELD',
    description: 'halopsa: where a contact has the job title: a property, cf:<name> or off',
    parse: checked(parseUserField),
    fallback: 'title',
  },
  psaLinkedinField: {
    name: 'PSA_LINKEDIN_FIELD',
    description: 'halopsa: where a contact has the LinkedIn address: a property, cf:<name> or off',
    parse: checked(parseUserField),
    fallback: 'off',
  },
  psaLists: {
    name: 'PSA_LISTS',
    description: 'halopsa: what lists are in the PSA: tags, distribution (lists) or off',
    parse: oneOf('tags', 'distribution', 'off'),
    fallback: 'tags' as const,
  },
  psaWriteBatch: {
    name: 'PSA_WRITE_BATCH',
    description: 'halopsa: objects per POST; above 1 only after psa check --write has passed',
    parse: integer(1, maxWriteBatch),
    fallback: 1,
  },
  psaSilentWrites: {
    name: 'PSA_SILENT_WRITES',
    description: 'halopsa: true: the PSA runs no automations on what is written',
    parse: flag,
    fallback: false,
  },
};

/** The values of `psaVariables`. */
export interface PsaDialectConfig {
  readonly psaDialect: 'spec' | 'halopsa';
  readonly psaAuthUrl: string | null;
  readonly psaLeadType: string;
  readonly psaProspectType: string;
  readonly psaOpportunityType: string;
  readonly psaStatuses: string | null;
  readonly psaCustomFields: string | null;
  readonly psaNoteOutcome: string;
  readonly psaDefaults: string | null;
  readonly psaCategories: boolean;
  readonly psaJobTitleField: string;
  readonly psaLinkedinField: string;
  readonly psaLists: HaloSettings['lists'];
  readonly psaWriteBatch: number;
  readonly psaSilentWrites: boolean;
}

export function haloSettings(config: PsaDialectConfig): HaloSettings {
  return {
    names: {
      leadType: parseTypeName(config.psaLeadType),
      prospectType: parseTypeName(config.psaProspectType),
      opportunityType: parseTypeName(config.psaOpportunityType),
      statuses: parseStatusNames(config.psaStatuses ?? ''),
      customFields: parseFieldNames(config.psaCustomFields ?? ''),
      noteOutcome: config.psaNoteOutcome,
    },
    authUrl: config.psaAuthUrl,
    writesCategories: config.psaCategories,
    jobTitleField: parseUserField(config.psaJobTitleField),
    linkedinField: parseUserField(config.psaLinkedinField),
    lists: config.psaLists,
    writeBatch: config.psaWriteBatch,
    silentWrites: config.psaSilentWrites,
    defaults: parseDefaults(config.psaDefaults ?? ''),
  };
}

export const psaDialectDefaults: PsaDialectConfig = {
  psaDialect: 'spec',
  psaAuthUrl: null,
  psaLeadType: psaVariables.psaLeadType.fallback,
  psaProspectType: psaVariables.psaProspectType.fallback,
  psaOpportunityType: psaVariables.psaOpportunityType.fallback,
  psaStatuses: null,
  psaCustomFields: null,
  psaNoteOutcome: psaVariables.psaNoteOutcome.fallback,
  psaDefaults: null,
  psaCategories: false,
  psaJobTitleField: psaVariables.psaJobTitleField.fallback,
  psaLinkedinField: psaVariables.psaLinkedinField.fallback,
  psaLists: 'tags',
  psaWriteBatch: 1,
  psaSilentWrites: false,
};
