import type { FieldFault } from '../model.js';
import { faultPath, openEnvelope, unwrapped, type NativeRecord } from './envelope.js';
import { missingPart, type DraftResult, type LeadDraft } from './lead-draft.js';
import {
  personPlaces,
  placeIn,
  readOpened,
  searchRow,
  tellingCompany,
  type RecordDraft,
} from './native-record.js';
import { optOutFlags } from './opt-out-flags.js';
import { formsOf, partsAround, valueRemarks, type ValueForms } from './value-forms.js';
import { isBlank, isPayload, own, type Payload } from './payload.js';
import { ADDRESS_KEYS, EMPLOYEE_KEYS, RecordOfB } from './provider-b-record.js';

const NOUN = { one: 'contact', many: 'contacts' };
/** The contact next to its company (older enrichment), and the JSON:API format of the newer one. */
const ENVELOPES = [
  'contact',
  'data.contact',
  'data.result[].data[]',
  'data[].attributes',
  'data.attributes',
  'attributes',
  'data[]',
];
const CONTACT_KEYS = ['firstName', 'lastName', 'fullName', 'jobTitle', 'emailAddress'];
/** What a search returns for a contact instead of the values themselves. */
const SEARCH_KEYS = ['hasEmail', 'hasDirectPhone', 'hasMobilePhone', 'hasSupplementalEmail'];
const PRODUCTS = { list: formsOf('text', ['product', 'name', 'vendor']) };
const TOPICS = { list: formsOf('text', ['topic', 'name', 'signalScore', 'audienceStrength']) };
const LINKS = { list: formsOf('text', ['type', 'url']) };
/** Most facts may be in the contact, in its company, or next to them. */
const FORMS: ValueForms = {
  ...formsOf('headcount', EMPLOYEE_KEYS),
  ...formsOf('annual_revenue', ['revenue', 'revenueNumeric', 'revenueRange']),
  ...{ foundedYear: 'founded_year', technologies: PRODUCTS, intent: TOPICS },
  ...formsOf('texts', [
    'technologiesUsed',
    'webTechnologies',
    'keywordTags',
    'keywords',
    'buyingIntentTopics',
  ]),
  ...formsOf('texts', ['managementLevel', 'department', 'jobFunction', 'primaryIndustry', 'industries']),
  ...formsOf('text', [...ADDRESS_KEYS, 'noticeProvidedDate', 'positionStartDate', 'contactAccuracyScore']),
  ...{ personHasMoved: 'flag', withinEu: 'flag', recentJobChange: 'flag_or_text' },
  ...{ externalUrls: LINKS, socialMediaUrls: LINKS },
};
/** A response without a company object has the company's values in the contact: `companyRevenue`. */
const PREFIXED_FORMS: ValueForms = {
  ...formsOf('any', ['companyName', 'companyPhone', 'companyWebsite']),
  ...Object.fromEntries(
    Object.entries(FORMS).map(([key, form]) => [
      `company${key.replace(/^./u, (a) => a.toUpperCase())}`,
      form,
    ]),
  ),
};
const FORMS_OF_COMPANY: ValueForms = {
  ...FORMS,
  ...PREFIXED_FORMS,
  // The link is the company's page, not the person's.
  ...formsOf('any', ['name', 'website', 'domain', 'phone', 'industry', 'linkedinUrl', 'linkedInUrl']),
};
const FORMS_OF_CONTACT: ValueForms = {
  ...FORMS,
  ...PREFIXED_FORMS,
  ...formsOf('any', [
    'firstName',
    'lastName',
    'fullName',
    'name',
    'email',
    'emailAddress',
    'jobTitle',
    'title',
    'phone',
    'directPhone',
    'mobilePhone',
    'linkedinUrl',
    'linkedInUrl',
  ]),
  company: 'company_or_name',
};

/**
 * Provider B nests contact and company; the company may be next to the contact or in it, and the contact may
 * be the payload itself. Both the native names and those of the specification are read ("Provider field
 * mapping"). Enrichment responses are accepted if they contain one contact.
 *
 * @returns null if the payload has no part of this format
 */
export function readProviderB(data: Payload): DraftResult | null {
  const contact = own(data, 'contact');
  if (contact !== undefined && !isPayload(contact)) {
    return missingPart('data.contact', contact, 'a contact object');
  }
  const opening = openEnvelope(data, ENVELOPES, NOUN);
  if (opening !== null) return readOpened(opening, recordDraft, searchRowOfB);
  if (CONTACT_KEYS.some((key) => own(data, key) !== undefined)) {
    return readOpened({ ok: true, opened: unwrapped(data) }, recordDraft, searchRowOfB);
  }
  return isPayload(own(data, 'company')) ? missingPart('data.contact', undefined, 'a contact object') : null;
}

function recordDraft(opened: NativeRecord): RecordDraft {
  const { record: contact, path, around } = opened;
  const beside = around.toReversed().map(({ part }) => part);
  const company = tellingCompany([...beside, contact].map((place) => own(place, 'company')));
  const places = [...around, { part: contact, path }];
  const companies = places.flatMap((place) => placeIn(place, 'company'));
  const remarks = valueRemarks([
    ...partsAround(around, { ...FORMS, company: 'company_or_name' }),
    [{ part: contact, path }, FORMS_OF_CONTACT],
    ...companies.map((place) => [place, FORMS_OF_COMPANY] as const),
  ]);
  const flags = optOutFlags([...personPlaces(opened), ...companies]);
  return {
    draft: new RecordOfB(contact, company, beside, path, flags.isOptedOut).draft(),
    ignored: [...remarks.misplaced, ...remarks.unreadable],
    warnings: [...flags.warnings, ...remarks.warnings],
    consentFaults: flags.faults,
  };
}

function searchRowOfB({ record, path }: NativeRecord, draft: LeadDraft): FieldFault | null {
  const isRow = SEARCH_KEYS.some((key) => own(record, key) !== undefined);
  const isUnknown = [draft.email, ...draft.phones].every(isBlank);
  return isRow && isUnknown ? searchRow(faultPath(path, 'email'), 'contacts/enrich') : null;
}
