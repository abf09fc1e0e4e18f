import { employeeBracket } from '../company-size.js';
import { customFieldValues } from '../custom-fields.js';
import { departmentOf } from '../department.js';
import { headcountOf, bracketed, readCount } from '../quantity.js';
import { LIMITS } from '../cleansing/limits.js';
import { faultPath, openEnvelope, unwrapped, type NativeRecord } from './envelope.js';
import { withFlatValues } from './flat.js';
import { NO_RESEARCH, refused, type DraftResult, type LeadDraft } from './lead-draft.js';
import { personPlaces, readOpened, type RecordDraft } from './native-record.js';
import { optOutFlags } from './opt-out-flags.js';
import { formsOf, partsAround, valueRemarks, type ValueForms } from './value-forms.js';
import { block, first, firstOf, isPayload, joined, labelled, own, part, text, without } from './payload.js';
import type { Payload } from './payload.js';
import { FORMS_OF_EMAIL, lastSeen, levelOf, sourcesOf } from './provider-c-facts.js';

const NOUN = { one: 'person', many: 'people' };
/** They distinguish a record without an envelope from a flat payload. */
const OWN_KEYS = [
  'score',
  'confidence_score',
  'sending_status',
  'verification',
  'employment',
  'company_size',
  'company_industry',
];
const FORMS: ValueForms = {
  ...formsOf('any', [
    'first_name',
    'last_name',
    'email',
    'position',
    'phone',
    'phone_number',
    'website',
    'domain',
    'company_industry',
  ]),
  ...FORMS_OF_EMAIL,
  company_size: 'headcount',
  ...formsOf('text', ['score', 'confidence_score', 'country_code', 'activeAt', 'seniority', 'department']),
  employment: { object: formsOf('text', ['name', 'title', 'domain', 'role', 'seniority']) },
  geo: { object: formsOf('text', ['country', 'countryCode']) },
  ...formsOf({ list: { handle: 'text' } }, ['linkedin', 'linkedin_url']),
  name: { list: formsOf('text', ['givenName', 'familyName', 'fullName']) },
  ...{ company: { list: { name: 'text' } }, sending_status: 'text', notes: 'text' },
};

/**
 * Provider C's responses about one person: from the email finder, its leads, the person look-up, and the same
 * with the company.
 *
 * @returns null if the payload is none of these
 */
export function readPersonOfC(data: Payload): DraftResult | null {
  const response = own(data, 'data');
  const companies = Array.isArray(response) ? response.filter(isCompanyRow).length : 0;
  if (companies > 0) {
    return refused({
      field: 'data.data',
      value: companies,
      message: 'This payload holds companies and no people',
      suggestion: 'Search for the addresses of a company (domain-search), and send that response',
    });
  }
  const routes = [
    'data.leads[]',
    'leads[]',
    'data[]',
    'data.person',
    ...(isPerson(response) ? ['data'] : []),
  ];
  const opening = openEnvelope(data, routes, NOUN);
  if (opening !== null) return readOpened(opening, recordDraft, () => null);
  const isBare = isPerson(data) && OWN_KEYS.some((key) => own(data, key) !== undefined);
  return isBare ? readOpened({ ok: true, opened: unwrapped(data) }, recordDraft, () => null) : null;
}

function isPerson(value: unknown): boolean {
  return isPayload(value) && own(value, 'email') !== undefined && own(value, 'emails') === undefined;
}

/** A discovery returns companies by domain, with the number of known addresses. */
function isCompanyRow(entry: unknown): boolean {
  return isPayload(entry) && own(entry, 'domain') !== undefined && own(entry, 'email') === undefined;
}

function recordDraft(opened: NativeRecord): RecordDraft {
  const { record: person, path, around } = opened;
  const employment = part(person, 'employment');
  const company = around.map((place) => part(place.part, 'company')).at(-1) ?? {};
  const flags = optOutFlags(personPlaces(opened));
  const names = part(person, 'name');
  const size = readCount(
    first(person, 'company_size') ?? first(part(company, 'metrics'), 'employees', 'employeesRange'),
  );
  // A response of the email verifier is the verification itself.
  const isVerification = own(person, 'smtp_check') !== undefined;
  const verification =
    text(own(part(person, 'verification'), 'status')) ??
    text(own(person, isVerification ? 'status' : 'verification_status'));
  const draft: LeadDraft = {
    firstName: first(person, 'first_name') ?? own(names, 'givenName'),
    lastName: first(person, 'last_name') ?? own(names, 'familyName'),
    fullName: isPayload(own(person, 'name')) ? own(names, 'fullName') : own(person, 'name'),
    email: own(person, 'email'),
    emailField: faultPath(path, 'email'),
    jobTitle: first(person, 'position') ?? own(employment, 'title'),
    phones: [own(person, 'phone_number'), own(person, 'phone')],
    companyPhones: [own(company, 'phone')],
    country: first(person, 'country_code') ?? first(part(person, 'geo'), 'countryCode', 'country'),
    linkedinUrl: linkedinUrl(person),
    companyName: firstOf(companyName(person), own(employment, 'name'), own(company, 'name')),
    website: firstOf(first(person, 'website', 'domain'), own(employment, 'domain'), own(company, 'domain')),
    industry: first(person, 'company_industry') ?? own(part(company, 'category'), 'industry'),
    headcount: headcountOf(size),
    doNotContact: flags.isOptedOut,
    customFields: customFieldValues({
      102: labelled({ Organization: text(firstOf(companyName(person), own(employment, 'name'))) }),
      103: labelled({ 'Email confidence': text(first(person, 'score', 'confidence_score')) }),
      104: joined(sourcesOf(person), ', '),
      108: size === null ? null : employeeBracket(bracketed(size)),
      ...roleOf(person, employment),
      111: labelled({
        'Last seen': lastSeen(person) ?? text(own(person, 'activeAt'))?.slice(0, 10) ?? null,
        Verification: verification,
      }),
    }),
    research: { ...NO_RESEARCH, initialNotes: block(own(person, 'notes'), LIMITS.research) },
    emailVerification: verification,
  };
  const { warnings, faults: consentFaults } = flags;
  // Such a record looks like the flat format: values for which the provider has no name are read as in the
  // flat format.
  const { misplaced, unreadable } = valueRemarks([
    ...partsAround(around, { company: 'object', person: 'object' }),
    [{ part: person, path }, FORMS],
  ]);
  if (around.length === 0) {
    const read = withFlatValues(draft, without(person, FORMS), path);
    return { ...read, ignored: [...read.ignored, ...unreadable], warnings, consentFaults };
  }
  const ignored = [...misplaced, ...unreadable];
  return { draft, ignored, warnings, consentFaults };
}

/** From the position; if it contains neither, from the provider's own terms. */
function roleOf(person: Payload, employment: Payload): Readonly<Record<109 | 110, string | null>> {
  const position = text(first(person, 'position') ?? own(employment, 'title'));
  const seniority = text(first(employment, 'seniority') ?? own(person, 'seniority'));
  const role = text(first(employment, 'role') ?? own(person, 'department'));
  return {
    109: told(levelOf(position, null)) ?? levelOf(null, seniority) ?? levelOf(position, null),
    110: told(departmentOf(position)) ?? departmentOf(role) ?? departmentOf(position),
  };
}

function told(value: string | null): string | null {
  return value === 'Other' ? null : value;
}

function companyName(person: Payload): unknown {
  const company = own(person, 'company');
  return isPayload(company) ? own(company, 'name') : company;
}

/** A link, or only the handle on the network: `jane-doe`, `in/jane-doe`. */
function linkedinUrl(person: Payload): unknown {
  const link = first(person, 'linkedin_url') ?? own(person, 'linkedin');
  if (!isPayload(link)) return link;
  const handle = text(own(link, 'handle'), LIMITS.url)?.replace(/^\/?(?:in\/)?/u, '') ?? '';
  return handle === '' ? null : `https://www.linkedin.com/in/${handle}`;
}
