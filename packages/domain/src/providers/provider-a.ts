import { cleanEmail } from '../cleansing/email.js';
import type { FieldFault } from '../model.js';
import { faultPath, openEnvelope, unwrapped, type NativeRecord } from './envelope.js';
import { callablePhones, numberIn, type ListedPhone } from './callable-phones.js';
import { missingPart, NO_RESEARCH, type DraftResult, type LeadDraft } from './lead-draft.js';
import {
  personPlaces,
  placeIn,
  readOpened,
  searchRow,
  tellingCompany,
  type RecordDraft,
} from './native-record.js';
import { isOnDoNotCallList } from './consent.js';
import { optOutFlags } from './opt-out-flags.js';
import { EVERY_FIELD, formsOf, partsAround, valueRemarks, type ValueForms } from './value-forms.js';
import {
  entries,
  first,
  firstOf,
  isBlank,
  isHollow,
  isPayload,
  own,
  text,
  without,
  type Payload,
} from './payload.js';
import { companyOfA, COUNT_KEYS, customFieldsOfA, employeesOfA } from './provider-a-company.js';
import { withFlatValues } from './flat.js';

const NOUN = { one: 'person', many: 'people' };
const LISTS = ['matches[]', 'people[]', 'contacts[]'];
/** The placeholder for an email that has not been bought yet: the same for all people. */
const LOCKED_EMAIL = /^email_not_unlocked@/iu;
const REVEALED = ['phone_numbers', 'emails', 'waterfall'];
const NUMBER_KEYS = ['sanitized_number', 'raw_number', 'number'];
const FORMS_OF_CONTACT: ValueForms = {
  contact_emails: { list: { email: 'text' } },
  personal_emails: 'texts',
};
const FORMS_OF_PERSON: ValueForms = {
  ...FORMS_OF_CONTACT,
  ...formsOf('any', [
    'first_name',
    'last_name',
    'name',
    'email',
    'title',
    'job_title',
    'phone',
    'linkedin_url',
    'organization_name',
  ]),
  ...{ organization: 'company', account: 'company' },
  contact: 'object',
  ...{ email_status: 'text', intent_strength: 'text', is_likely_to_engage: 'flag' },
  ...formsOf('texts', ['seniority', 'departments', 'functions', 'subdepartments', 'buyer_intent_topics']),
};
const FORMS_OF_COMPANY: ValueForms = {
  // The link is the company's page, not the person's; the phone, its own.
  ...formsOf('any', [
    'name',
    'phone',
    'primary_phone',
    'website',
    'website_url',
    'domain',
    'industry',
    'linkedin_url',
  ]),
  ...formsOf('text', ['primary_domain', 'headquarters_address', 'raw_address']),
  ...formsOf('headcount', COUNT_KEYS),
  ...{ annual_revenue: 'annual_revenue', founded_year: 'founded_year' },
  ...formsOf('texts', ['keywords', 'technologies', 'technology_names', 'buyer_intent_topics']),
  current_technologies: { list: formsOf('text', ['name', 'category']) },
  funding_events: { list: formsOf('text', ['type', 'amount', 'currency', 'date']) },
  ...formsOf('text', ['street_address', 'city', 'state', 'postal_code', 'country']),
};
const PERSON_KEYS = ['first_name', 'last_name', 'name', 'email'];
/** Only these distinguish a record without an envelope from a flat payload. */
const COMPANY_KEYS = ['account', 'organization_name'];

/**
 * Provider A nests person and organization; the organization may be next to the person or in it, and the
 * person may be the payload itself (specification, "Provider field mapping"). A saved contact has an account
 * instead of the organization. A response for several people is accepted if it contains one.
 *
 * @returns null if the payload is none of these
 */
export function readProviderA(data: Payload): DraftResult | null {
  const person = own(data, 'person');
  if (person !== undefined && !isPayload(person)) {
    return missingPart('data.person', person, 'a person object');
  }
  const contact = own(data, 'contact');
  const isContact = person === undefined && isPayload(contact) && isPersonOfA(contact);
  const routes = [...(person === undefined ? [] : ['person']), ...(isContact ? ['contact'] : []), ...LISTS];
  const opening = openEnvelope(data, routes, NOUN);
  if (opening !== null) return readOpened(opening, recordDraft, faultOfA);

  const hasOrganization = isPayload(own(data, 'organization'));
  const hasCompany = hasOrganization || COMPANY_KEYS.some((key) => !isBlank(own(data, key)));
  if (isSearchRow(data) || (hasCompany && isPersonOfA(data))) {
    return readOpened({ ok: true, opened: unwrapped(data) }, recordDraft, faultOfA);
  }
  return hasOrganization ? missingPart('data.person', undefined, 'a person object') : null;
}

function isPersonOfA(record: Payload): boolean {
  const isOfB = own(record, 'firstName') !== undefined || own(record, 'lastName') !== undefined;
  return !isOfB && PERSON_KEYS.some((key) => own(record, key) !== undefined);
}

/** A search returns people without email and phone, and with a truncated last name. */
function isSearchRow(record: Payload): boolean {
  return own(record, 'has_email') !== undefined || own(record, 'last_name_obfuscated') !== undefined;
}

function faultOfA({ record, path, around }: NativeRecord, draft: LeadDraft): FieldFault | null {
  if (isSearchRow(record) && isBlank(draft.email)) {
    return searchRow(faultPath(path, 'email'), 'people/match');
  }
  if (around.length === 0 || !isRevealedPhone(record, draft)) return null;
  return {
    field: faultPath(path),
    value: null,
    message: 'has no person beside its id: this is the callback of a phone or email reveal',
    suggestion: 'Send the response of people/match for this id, with the revealed numbers in it',
  };
}

/** What Apollo calls back with once it has found a number names the person by their id alone. */
function isRevealedPhone(record: Payload, draft: LeadDraft): boolean {
  const { firstName, lastName, fullName, email, companyName, jobTitle, linkedinUrl } = draft;
  return (
    !isBlank(own(record, 'id')) &&
    REVEALED.some((key) => own(record, key) !== undefined) &&
    [firstName, lastName, fullName, email, companyName, jobTitle, linkedinUrl].every(isBlank)
  );
}

function recordDraft(opened: NativeRecord): RecordDraft {
  const { record: person, path, around } = opened;
  const data = around[0]?.part ?? person;
  const beside = placeIn({ part: data, path: '' }, 'contact').filter(({ part: other }) => other !== person);
  const contacts = [...placeIn({ part: person, path }, 'contact'), ...beside];
  const given = [
    ...placeIn({ part: data, path: '' }, 'organization'),
    ...placeIn({ part: person, path }, 'organization'),
  ];
  const telling = tellingCompany(given.map((place) => place.part));
  const organizations = given.filter((place) => place.part === telling).slice(0, 1);
  const accounts = [{ part: person, path }, ...contacts]
    .flatMap((place) => placeIn(place, 'account'))
    .filter((place) => !isHollow(place.part));
  const companies = [...organizations, ...accounts];
  const company = companyOfA(
    organizations.map((place) => place.part),
    accounts.map((place) => place.part),
  );
  const remarks = valueRemarks([
    ...partsAround(around, { organization: 'company' }),
    [{ part: person, path }, FORMS_OF_PERSON],
    ...contacts.map((place) => [place, FORMS_OF_CONTACT, EVERY_FIELD] as const),
    ...companies.map((place) => [place, FORMS_OF_COMPANY] as const),
  ]);
  const flags = optOutFlags([...personPlaces(opened), ...contacts, ...companies]);
  const listed = [...contacts.map(({ part: contact }) => contact), person].flatMap((place) =>
    entries(own(place, 'phone_numbers')).map(listedPhone),
  );
  const phones = callablePhones([
    ...listed,
    { number: first(person, 'sanitized_phone', 'phone'), isBarred: false },
  ]);
  const emails = emailsOf(person, contacts);
  const read: LeadDraft = {
    firstName: own(person, 'first_name'),
    lastName: own(person, 'last_name'),
    fullName: own(person, 'name'),
    email: emails[0] ?? null,
    emailField: faultPath(path, 'email'),
    otherEmails: emails,
    jobTitle: first(person, 'title', 'job_title'),
    phones: phones.numbers,
    companyPhones: [phoneOf(own(company, 'primary_phone')), first(company, 'sanitized_phone', 'phone')],
    country: first(person, 'country') ?? own(company, 'country'),
    linkedinUrl: own(person, 'linkedin_url'),
    companyName: firstOf(
      own(company, 'name'),
      ...[person, ...contacts.map((place) => place.part)].map((place) => own(place, 'organization_name')),
    ),
    website: first(company, 'website_url', 'website', 'primary_domain', 'domain'),
    industry: own(company, 'industry'),
    headcount: employeesOfA(company),
    doNotContact: flags.isOptedOut || listed.some(({ isBarred }) => isBarred),
    customFields: customFieldsOfA(person, company, data),
    research: NO_RESEARCH,
    emailVerification: own(person, 'email_status'),
    derivedFields: employeesOfA(company) === null ? [] : [107],
  };
  const warnings = [...flags.warnings, ...phones.warnings, ...remarks.warnings];
  const consentFaults = flags.faults;
  // Such a record looks like the flat format: values for which the provider has no name are read as in the
  // flat format.
  if (companies.length === 0 && around.length === 0) {
    const { draft, ignored } = withFlatValues(read, without(person, FORMS_OF_PERSON), path);
    return { draft, ignored: [...ignored, ...remarks.unreadable], warnings, consentFaults };
  }
  const ignored = [...remarks.misplaced, ...remarks.unreadable];
  return { draft: read, ignored, warnings, consentFaults };
}

/** The work email first, then others of the contact, then personal ones. One not bought yet is ignored. */
function emailsOf(person: Payload, contacts: readonly { readonly part: Payload }[]): readonly unknown[] {
  const places = [person, ...contacts.map((place) => place.part)];
  const listed = places.flatMap((place) => [
    own(place, 'email'),
    ...entries(own(place, 'contact_emails')).map((entry) => (isPayload(entry) ? own(entry, 'email') : entry)),
  ]);
  const personal = places.flatMap((place) => entries(own(place, 'personal_emails')));
  return [...listed, ...personal].filter((email) => !isBlank(email) && !isLocked(email));
}

function isLocked(email: unknown): boolean {
  return typeof email === 'string' && LOCKED_EMAIL.test(cleanEmail(email) ?? email.trim());
}

/** A text, or an object that contains the number several times; `{}` means none. */
function listedPhone(entry: unknown): ListedPhone {
  if (!isPayload(entry)) return { number: entry, isBarred: false };
  const status = text(first(entry, 'status', 'status_cd')) ?? '';
  return {
    number: phoneOf(entry),
    isBarred: isOnDoNotCallList(first(entry, 'dnc_status', 'dnc_status_cd')),
    isInvalid: /^invalid/iu.test(status),
  };
}

function phoneOf(value: unknown): unknown {
  return isPayload(value) ? numberIn(value, ...NUMBER_KEYS) : value;
}
