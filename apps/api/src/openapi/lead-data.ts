import type { JsonSchema } from './json-schema.js';

const text = { type: ['string', 'null'] } as const;
/** An object here means that the payload is a provider's. */
const noObject = { type: ['string', 'null'], description: 'No field of the flat form.' } as const;

/**
 * The flat format as the import reads it. The import, not the API, rejects values of another type: otherwise
 * an opt-out in the same lead would be lost. The API therefore does not validate this schema.
 */
export const flatLead: JsonSchema = {
  type: 'object',
  description:
    'One lead in the flat form. The fields may also have the names that spreadsheets and the exports of other tools give them (`First Name`, `Company Name`, …); keys that are not read are named in `warnings`. It needs an email, a company with a name, or a phone number.',
  properties: {
    first_name: text,
    last_name: text,
    name: { ...text, description: 'The full name, instead of first and last name.' },
    email: { ...text, format: 'email' },
    company: text,
    title: text,
    phone: { ...text, description: 'Preferably with its country code.' },
    company_phone: text,
    website: text,
    industry: text,
    headcount: {
      type: ['integer', 'string', 'null'],
      description: 'The number of employees; also as text, such as `51-200`.',
    },
    annual_revenue: {
      type: ['number', 'string', 'null'],
      description: 'In US dollars; also as text, such as `$10 mil. - $25 mil.`.',
    },
    technologies: {
      type: ['string', 'array', 'null'],
      items: { type: 'string' },
    },
    management_level: { ...text, description: 'A title or term such as `VP` or `c_suite`.' },
    department: {
      type: ['string', 'array', 'null'],
      items: { type: 'string' },
      description: 'The first of several counts.',
    },
    founded_year: { type: ['integer', 'string', 'null'] },
    location: { ...text, description: 'The complete address of the company, or of its headquarters.' },
    street: text,
    city: text,
    state: text,
    postal_code: { type: ['string', 'integer', 'null'] },
    country: text,
    linkedin_url: text,
    do_not_contact: {
      type: ['boolean', 'null'],
      description:
        'True if the person has opted out; the opt-out is recorded even if the lead is not imported.',
    },
    external_id: {
      type: ['string', 'integer', 'null'],
      description:
        'The id of the record in its source, at most 200 characters; `GET /leads?external_id=&source=` finds the lead by it. Within one source, an id belongs to one person.',
    },
    services_offered: text,
    growth_signals: text,
    project_pipelines: text,
    public_research: text,
    news_articles: text,
    initial_notes: text,
    person: noObject,
    contact: noObject,
    data: noObject,
  },
  additionalProperties: true,
};

function native(part: string, description: string): JsonSchema {
  return {
    type: 'object',
    description,
    properties: { [part]: { type: 'object', additionalProperties: true } },
    required: [part],
    additionalProperties: true,
  };
}

/** The payloads of the providers, each with the part that identifies it. */
export const nativePayloads: Readonly<Record<string, JsonSchema>> = {
  ProviderAPayload: native('person', 'The unmodified payload of provider A: a person with an organization.'),
  ProviderBPayload: native('contact', 'The unmodified payload of provider B: a contact with a company.'),
  ProviderCPayload: native('data', 'The unmodified payload of provider C: a domain search.'),
};

function oneOf(names: readonly string[], description: string): JsonSchema {
  return { description, oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) };
}

export const providerPayload = oneOf(
  Object.keys(nativePayloads),
  "A provider's own payload, unmodified. The `source` determines its format.",
);

/** One lead in the bodies of imports. OpenAPI Generator cannot compile a nested union. */
export const leadInput = oneOf(
  ['FlatLead', ...Object.keys(nativePayloads)],
  "The flat form, or the provider's own payload.",
);
