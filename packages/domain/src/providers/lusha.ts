import { employeeBracket, revenueBracket } from '../company-size.js';
import { customFieldValues } from '../custom-fields.js';
import { departmentOf } from '../department.js';
import { managementLevel } from '../management-level.js';
import type { FieldFault } from '../model.js';
import {
  firstAboveZero,
  headcountOf,
  bracketed,
  readCount,
  readYear,
  readQuantity,
  readRange,
} from '../quantity.js';
import type { Quantity } from '../quantity.js';
import { callablePhones, numberIn, type ListedPhone } from './callable-phones.js';
import { faultPath, openEnvelope, unwrapped, type NativeRecord } from './envelope.js';
import { NO_RESEARCH, type DraftResult, type LeadDraft } from './lead-draft.js';
import { personPlaces, placeIn, readOpened, searchRow, type RecordDraft } from './native-record.js';
import { isOnDoNotCallList } from './consent.js';
import { optOutFlags } from './opt-out-flags.js';
import { EVERY_FIELD, formsOf, partsAround, valueRemarks, type ValueForms } from './value-forms.js';
import {
  entries,
  first,
  firstOf,
  isBlank,
  isEmpty,
  isPayload,
  joined,
  labelled,
  overlaid,
  own,
  part,
  text,
  texts,
} from './payload.js';
import type { Payload, Place } from './payload.js';

const NOUN = { one: 'contact', many: 'contacts' };
/** The keys of a number in a list entry; earlier APIs use the longer names. */
const NUMBER_KEYS = ['number', 'internationalNumber', 'localNumber', 'localizedNumber'];
/** Distinguish a record without an envelope from a flat payload. */
const OWN_KEYS = ['emails', 'phones', 'emailAddresses', 'phoneNumbers', 'socialLinks', 'contactMethods'];
const COUNTRY_KEYS = ['countryIso2', 'country_iso2', 'country'];
const EMPLOYEE_KEYS = ['employees', 'employeeCount', 'companySize'];
const REVENUE_KEYS = ['revenueRange', 'revenue'];
const EMAIL_KEYS = ['email', 'address', 'value'];
const ADDRESS_KEYS = ['city', 'state', 'country'];
const LOCATION = { object: formsOf('text', [...ADDRESS_KEYS, ...COUNTRY_KEYS]) };
const EMAILS = formsOf({ list: formsOf('text', EMAIL_KEYS) }, ['emails', 'emailAddresses']);
const FORMS_OF_CONTACT: ValueForms = {
  ...formsOf('any', ['firstName', 'lastName', 'fullName', 'name', 'email', 'companyName']),
  company: 'company_or_name',
  ...EMAILS,
  jobTitle: { list: { title: 'text', departments: 'texts', seniority: 'text' } },
  ...{ departments: 'texts', seniority: 'text', location: LOCATION, socialLinks: 'object' },
  previousEmployment: {
    list: { company: { list: { name: 'text' } }, jobTitle: { list: { title: 'text' } } },
  },
};
const FORMS_OF_COMPANY: ValueForms = {
  // The link is the company's page, not the person's.
  ...formsOf('any', [
    'name',
    'domain',
    'website',
    'homepageUrl',
    'phone',
    'industry',
    'linkedin',
    'linkedinUrl',
  ]),
  ...formsOf('headcount', EMPLOYEE_KEYS),
  ...formsOf('annual_revenue', REVENUE_KEYS),
  ...formsOf('founded_year', ['founded', 'foundedYear']),
  ...{ technologies: 'texts', location: LOCATION },
};

/**
 * A contact of Lusha, from its current API (`results`) or earlier ones (`contact.data`, `contacts` by the ids
 * of the request, `data`): emails and phones in lists, the company in the contact or among `companies`.
 *
 * @returns null if the payload is none of these
 */
export function readLusha(data: Payload): DraftResult | null {
  const response = withListedContacts(data);
  const opening = openEnvelope(response, routesOf(response), NOUN);
  if (opening !== null) return readOpened(opening, recordDraft, withheld);
  return isBareContact(data)
    ? readOpened({ ok: true, opened: unwrapped(data) }, recordDraft, withheld)
    : null;
}

/** A response with its contacts, which are keyed by the ids of the request, as a list. */
function withListedContacts(data: Payload): Payload {
  const contacts = own(data, 'contacts');
  return isPayload(contacts) ? { ...data, contacts: Object.values(contacts) } : data;
}

/** The envelopes of Lusha's APIs. An entry that has an error instead of a person is the record itself. */
function routesOf(response: Payload): readonly string[] {
  const contacts = entries(own(response, 'contacts')).filter(isPayload);
  const hasPerson = contacts.some((entry) => isPayload(own(entry, 'data')));
  const isRefusal = isPayload(own(part(response, 'contact'), 'error'));
  return [
    'results[]',
    'contact.data',
    ...(isRefusal ? ['contact'] : []),
    hasPerson ? 'contacts[].data' : 'contacts[]',
    ...(isBareContact(part(response, 'data')) ? ['data'] : []),
  ];
}

function isBareContact(record: Payload): boolean {
  return OWN_KEYS.some((key) => own(record, key) !== undefined) || isPayload(own(record, 'jobTitle'));
}

/** An entry that Lusha may not disclose or does not know, or a search result. */
function withheld({ record, path }: NativeRecord, draft: LeadDraft): FieldFault | null {
  const error = part(record, 'error');
  const code = text(first(error, 'name', 'code'));
  if (code !== null) {
    const suggestion =
      code === 'COMPLIANCE_RESTRICTED'
        ? 'Lusha may not share this person; leave the entry out'
        : 'Leave the entry out';
    return {
      field: faultPath(path, 'error'),
      value: code,
      message: `Lusha gives no contact: ${code}`,
      suggestion,
    };
  }
  const isRow = ['has', 'canReveal'].some((key) => own(record, key) !== undefined);
  const isUnknown = [draft.email, ...draft.phones].every(isBlank);
  return isRow && isUnknown ? searchRow(faultPath(path, 'emails'), '/v3/contacts/enrich') : null;
}

function recordDraft(opened: NativeRecord): RecordDraft {
  const { record: contact, path, around } = opened;
  const companies = part(around[0]?.part ?? {}, 'companies');
  const company = overlaid([
    part(contact, 'company'),
    part(companies, text(own(contact, 'companyId')) ?? ''),
  ]);
  const title = own(contact, 'jobTitle');
  const methods = placeIn({ part: contact, path }, 'contactMethods');
  const companyPlaces = placeIn({ part: contact, path }, 'company');
  const remarks = valueRemarks([
    ...partsAround(around),
    [{ part: contact, path }, FORMS_OF_CONTACT],
    ...methods.map((place) => [place, EMAILS, EVERY_FIELD] as const),
    ...companyPlaces.map((place) => [place, FORMS_OF_COMPANY] as const),
  ]);
  const flags = optOutFlags(personPlaces(opened));
  const listed = [contact, ...methods.map((place) => place.part)]
    .flatMap((place) => ['phones', 'phoneNumbers'].flatMap((key) => entries(own(place, key))))
    .map(listedPhone);
  const phones = callablePhones(listed);
  const emails = emailsOf([{ part: contact, path }, ...methods]);
  const draft: LeadDraft = {
    firstName: own(contact, 'firstName'),
    lastName: own(contact, 'lastName'),
    fullName: first(contact, 'fullName', 'name'),
    ...emails,
    jobTitle: isPayload(title) ? own(title, 'title') : title,
    phones: phones.numbers,
    companyPhones: [own(company, 'phone')],
    country: firstOf(...[contact, company].map((place) => first(part(place, 'location'), ...COUNTRY_KEYS))),
    linkedinUrl: firstOf(own(part(contact, 'socialLinks'), 'linkedin'), own(contact, 'linkedinUrl')),
    companyName: firstOf(own(company, 'name'), companyText(contact)),
    website: first(company, 'domain', 'website', 'homepageUrl'),
    industry: first(company, 'industry', 'mainIndustry'),
    headcount: headcountOf(rangeIn(company, readCount, ...EMPLOYEE_KEYS)),
    doNotContact: flags.isOptedOut || phones.areAllBarred,
    customFields: customFieldsOf(contact, company),
    research: NO_RESEARCH,
    emailVerification: null,
  };
  return {
    draft,
    ignored: [...remarks.misplaced, ...remarks.unreadable],
    warnings: [...flags.warnings, ...phones.warnings, ...remarks.warnings],
    consentFaults: flags.faults,
  };
}

function customFieldsOf(contact: Payload, company: Payload): LeadDraft['customFields'] {
  const given = own(contact, 'jobTitle');
  const title = isPayload(given) ? given : {};
  const departments = texts(firstOf(own(title, 'departments'), own(contact, 'departments')));
  const seniority = text(firstOf(own(title, 'seniority'), own(contact, 'seniority')));
  const size = rangeIn(company, readCount, ...EMPLOYEE_KEYS);
  const revenue = rangeIn(company, readQuantity, ...REVENUE_KEYS);
  const places = [part(company, 'location'), part(contact, 'location')];
  const location = places.find((place) => !isEmpty(place)) ?? {};
  const before = entries(own(contact, 'previousEmployment')).map(formerJob);
  return customFieldValues({
    102: text(first(company, 'industry', 'mainIndustry')),
    106: joined(texts(own(company, 'technologies')), ', '),
    107: revenue === null ? null : revenueBracket(bracketed(revenue)),
    108: size === null ? null : employeeBracket(bracketed(size)),
    109: managementLevel(seniority),
    110: departmentOf(departments[0] ?? null),
    111: labelled({ 'Previous employment': joined([...new Set(before)], ', ') }),
    112: readYear(first(company, 'founded', 'foundedYear')),
    113: joined(
      ADDRESS_KEYS.map((key) => text(own(location, key))),
      ', ',
    ),
  });
}

function rangeIn(company: Payload, read: typeof readQuantity, ...keys: readonly string[]): Quantity | null {
  return firstAboveZero(...keys.map((key) => readRange(own(company, key), read)));
}

/** The work email, else the first, with its path; else the one text of the contact. */
function emailsOf(
  places: readonly Place[],
): Pick<LeadDraft, 'email' | 'emailField'> & { readonly otherEmails: readonly unknown[] } {
  const listed = places.flatMap((place) =>
    ['emails', 'emailAddresses'].flatMap((key) => {
      const list = own(place.part, key);
      return entries(list).map((entry, index) => {
        const path = faultPath(place.path, Array.isArray(list) ? `${key}[${index}]` : key);
        return isPayload(entry)
          ? listedEmail(entry, path)
          : { email: entry, isWork: false, emailField: path };
      });
    }),
  );
  const given = listed.filter(({ email }) => !isBlank(email));
  const chosen = given.find(({ isWork }) => isWork) ?? given[0];
  const [contact] = places;
  const single = own(contact?.part ?? {}, 'email');
  return {
    email: chosen === undefined ? single : chosen.email,
    emailField: chosen?.emailField ?? faultPath(contact?.path ?? '', 'email'),
    otherEmails: [...given.map(({ email }) => email), single],
  };
}

function listedEmail(entry: Payload, path: string) {
  const key = EMAIL_KEYS.find((name) => !isEmpty(own(entry, name))) ?? 'email';
  return {
    email: own(entry, key),
    isWork: /work/iu.test(text(first(entry, 'type', 'emailType')) ?? ''),
    emailField: `${path}.${key}`,
  };
}

function listedPhone(entry: unknown): ListedPhone {
  return isPayload(entry)
    ? { number: numberIn(entry, ...NUMBER_KEYS), isBarred: isOnDoNotCallList(own(entry, 'doNotCall')) }
    : { number: entry, isBarred: false };
}

function companyText(contact: Payload): unknown {
  const company = own(contact, 'company');
  return typeof company === 'string' ? company : own(contact, 'companyName');
}

/** `Head of IT at Northgate Logistics`. */
function formerJob(entry: unknown): string | null {
  if (!isPayload(entry)) return text(entry);
  const company = own(entry, 'company');
  const title = own(entry, 'jobTitle');
  const name = text(isPayload(company) ? own(company, 'name') : company);
  const job = text(isPayload(title) ? own(title, 'title') : title);
  return joined([job, name], ' at ');
}
