import { cleanEmail } from '../cleansing/email.js';
import { LIMITS } from '../cleansing/limits.js';
import { employeeBracket, revenueBracket, revenueBracketOfEmployees } from '../company-size.js';
import { customFieldValues } from '../custom-fields.js';
import { departmentOf } from '../department.js';
import { managementLevel } from '../management-level.js';
import { midpoint, readInteger, readQuantity } from '../quantity.js';
import { misplacedKeys } from './ignored-keys.js';
import { missingPart, NO_RESEARCH, type DraftResult } from './lead-draft.js';
import {
  entries,
  first,
  isPayload,
  joined,
  labelled,
  own,
  part,
  text,
  texts,
  type Payload,
} from './payload.js';

/** What stands in the place of an email that has not been bought yet: one value for everybody. */
const LOCKED_EMAIL = /^email_not_unlocked@/iu;
/** What is read of a person, as far as a flat field has such a name too. */
const READ_OF_PERSON: ReadonlySet<string> = new Set([
  'first_name',
  'last_name',
  'name',
  'email',
  'title',
  'job_title',
  'phone',
  'linkedin_url',
  'organization',
  'organization_name',
]);
const READ_BESIDE_PERSON: ReadonlySet<string> = new Set(['organization']);
const PERSON_KEYS = ['first_name', 'last_name', 'name', 'email'];

/**
 * Provider A nests person and organization; the organization may stand beside the person or in it, and the person may
 * be the payload itself (specification, "Provider field mapping").
 *
 * @returns null when the payload has neither part
 */
export function readProviderA(data: Payload): DraftResult | null {
  const nested = own(data, 'person') !== undefined;
  const hasOrganization = isPayload(own(data, 'organization'));
  if (!nested && !hasOrganization) return null;
  if (!nested && !PERSON_KEYS.some((key) => own(data, key) !== undefined)) {
    return missingPart('data.person', undefined, 'a person object');
  }
  const person = nested ? own(data, 'person') : data;
  if (!isPayload(person)) return missingPart('data.person', person, 'a person object');

  const organization = hasOrganization || !nested ? part(data, 'organization') : part(person, 'organization');
  const ignored = nested
    ? [...misplacedKeys(data, '', READ_BESIDE_PERSON), ...misplacedKeys(person, 'person', READ_OF_PERSON)]
    : misplacedKeys(person, '', READ_OF_PERSON);
  return { ok: true, ignored, draft: draftOf(person, organization, data, nested ? 'data.person' : 'data') };
}

function draftOf(person: Payload, organization: Payload, data: Payload, path: string) {
  const email = own(person, 'email');
  const locked = typeof email === 'string' && LOCKED_EMAIL.test(cleanEmail(email) ?? email.trim());
  const employees = readInteger(
    first(organization, 'estimated_num_employees', 'estimated_employee_count', 'employee_count'),
    1,
    1e7,
  );
  return {
    firstName: own(person, 'first_name'),
    lastName: own(person, 'last_name'),
    fullName: own(person, 'name'),
    email: locked ? null : email,
    emailField: `${path}.email`,
    jobTitle: first(person, 'title', 'job_title'),
    phones: [
      ...entries(own(part(person, 'contact'), 'phone_numbers')),
      ...entries(own(person, 'phone_numbers')),
      first(person, 'sanitized_phone', 'phone'),
    ].map(phoneOf),
    companyPhones: [own(organization, 'primary_phone'), first(organization, 'sanitized_phone', 'phone')].map(
      phoneOf,
    ),
    linkedinUrl: own(person, 'linkedin_url'),
    companyName: first(organization, 'name') ?? own(person, 'organization_name'),
    website: first(organization, 'website_url', 'website', 'primary_domain'),
    industry: own(organization, 'industry'),
    headcount: employees,
    doNotContact: false,
    customFields: customFieldsOf(person, organization, data, employees),
    research: NO_RESEARCH,
    emailVerification: own(person, 'email_status'),
  };
}

function customFieldsOf(person: Payload, organization: Payload, data: Payload, employees: number | null) {
  const current = entries(own(organization, 'current_technologies'));
  const technologies = texts(first(organization, 'technology_names', 'technologies') ?? current, 'name');
  const funding = entries(own(organization, 'funding_events')).map(fundingEvent);
  const revenue = readQuantity(own(organization, 'annual_revenue'));
  const topics = [person, organization, data].flatMap((place) =>
    texts(own(place, 'buyer_intent_topics'), 'topic', 'name'),
  );
  return customFieldValues({
    102: joined(texts(own(organization, 'keywords')), ', ') ?? text(own(organization, 'industry')),
    103: joined(funding, '; ') ?? joined(technologies, ', '),
    104: joined([...new Set(current.map(technology))], ', '),
    106: joined(technologies, ', '),
    107:
      employees !== null
        ? revenueBracketOfEmployees(employees)
        : revenue && revenueBracket(midpoint(revenue)),
    108: employees === null ? null : employeeBracket(employees),
    109: managementLevel(text(own(person, 'seniority'))),
    110: departmentOf(texts(own(person, 'departments'))[0] ?? null),
    111: labelled({
      'Intent strength': text(own(person, 'intent_strength')),
      'Buyer intent topics': joined([...new Set(topics)], ', '),
    }),
    112: readInteger(own(organization, 'founded_year'), 1000, 2999),
    113: joined([text(own(organization, 'primary_domain')), headquarters(organization)], '; '),
  });
}

/** A phone is a text, or an object that holds the number several times; `{}` stands for none. */
function phoneOf(value: unknown): unknown {
  return isPayload(value) ? first(value, 'sanitized_number', 'raw_number', 'number') : value;
}

/** `Series B 25M USD (2025-03-01)`. */
function fundingEvent(event: unknown): string | null {
  if (!isPayload(event)) return text(event);
  const amount = text(own(event, 'amount'));
  const sum = amount === null ? null : joined([amount, text(own(event, 'currency'))], ' ');
  const date = text(own(event, 'date'))?.slice(0, 10) ?? null;
  return joined([text(own(event, 'type')), sum, date === null ? null : `(${date})`], ' ');
}

/** Of the current technologies those with a name, with their category: `Salesforce (CRM)`. */
function technology(entry: unknown): string | null {
  if (!isPayload(entry)) return text(entry);
  const name = text(own(entry, 'name'));
  const category = text(own(entry, 'category'));
  return name === null || category === null ? name : `${name} (${category})`;
}

function headquarters(organization: Payload): string | null {
  const given = text(first(organization, 'headquarters_address', 'raw_address'), LIMITS.url);
  const stateAndCode = ['state', 'postal_code'].map((key) => text(own(organization, key)));
  const built = joined(
    [
      text(own(organization, 'street_address')),
      text(own(organization, 'city')),
      joined(stateAndCode, ' '),
      text(own(organization, 'country')),
    ],
    ', ',
  );
  return given ?? built;
}
