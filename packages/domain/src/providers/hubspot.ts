import { countryCode } from '../cleansing/country.js';
import { readAddresses } from '../cleansing/email.js';
import { LIMITS } from '../cleansing/limits.js';
import { employeeBracket, revenueBracket } from '../company-size.js';
import { customFieldValues } from '../custom-fields.js';
import { departmentOf } from '../department.js';
import { managementLevel } from '../management-level.js';
import { firstAboveZero, headcountOf, bracketed, readCount, readQuantity } from '../quantity.js';
import { faultPath, openEnvelope, type NativeRecord } from './envelope.js';
import { withFlatValues } from './flat.js';
import { NO_RESEARCH, refused, type DraftResult, type LeadDraft } from './lead-draft.js';
import { readOpened, type RecordDraft } from './native-record.js';
import { optOutFlags } from './opt-out-flags.js';
import { formsOf, partsAround, valueRemarks, type ValueForms } from './value-forms.js';
import { first, isBlank, isHollow, isPayload, joined, own, text, without, type Payload } from './payload.js';

const NOUN = { one: 'contact', many: 'contacts' };
const ROUTES = ['properties', 'results[].properties', 'contacts[].properties', 'data.properties'];
/** As people wrote them, and as HubSpot made them of what people wrote. */
const PHONES = [
  'phone',
  'mobilephone',
  'hs_calculated_phone_number',
  'hs_calculated_mobile_number',
  'hs_whatsapp_phone_number',
];
/** The country of the number, and of the person. */
const COUNTRIES = ['hs_calculated_phone_number_country_code', 'country', 'hs_country_region_code'];
const ADDRESS_KEYS = ['address', 'city', 'state', 'zip', 'country'];
const FORMS: ValueForms = {
  ...formsOf('any', [
    'firstname',
    'lastname',
    'email',
    'phone',
    'mobilephone',
    'company',
    'website',
    'jobtitle',
    'hs_linkedin_url',
  ]),
  ...formsOf('headcount', ['numemployees', 'numberofemployees']),
  annualrevenue: 'annual_revenue',
  ...formsOf('text', ['seniority', 'hs_seniority', 'job_function', 'hs_role', 'hs_additional_emails']),
  ...formsOf('text', [...ADDRESS_KEYS, ...COUNTRIES]),
};

/**
 * A contact of HubSpot: its `properties` have plain values; in older responses and in workflows each value is
 * in an object.
 *
 * @returns null if the payload is neither
 */
export function readHubspot(data: Payload): DraftResult | null {
  const opening = openEnvelope(data, ROUTES, NOUN);
  if (opening !== null) return readOpened(opening, recordDraft, () => null);
  if (own(data, 'objectId') === undefined) return null;
  return refused({
    field: 'data.properties',
    value: null,
    message: 'must be the properties of a contact: this is a notification, which names it alone',
    suggestion: 'Read the contact with its properties (crm/v3/objects/contacts/{id}), and send that response',
  });
}

function recordDraft({ record, path, around }: NativeRecord): RecordDraft {
  const properties = plainValues(record);
  const employees = firstAboveZero(
    ...['numemployees', 'numberofemployees'].map((key) => readCount(own(properties, key))),
  );
  const revenue = readQuantity(own(properties, 'annualrevenue'));
  const { warnings: furtherEmails, ...email } = emailOf(properties, path);
  const remarks = valueRemarks([[{ part: properties, path }, FORMS]]);
  const beside = valueRemarks(partsAround(around));
  const flags = optOutFlags([{ part: properties, path }, ...around]);
  const read: LeadDraft = {
    firstName: own(properties, 'firstname'),
    lastName: own(properties, 'lastname'),
    fullName: null,
    ...email,
    jobTitle: own(properties, 'jobtitle'),
    phones: PHONES.map((key) => own(properties, key)),
    companyPhones: [],
    country: countryOfPhone(properties),
    linkedinUrl: own(properties, 'hs_linkedin_url'),
    companyName: own(properties, 'company'),
    website: own(properties, 'website'),
    industry: own(properties, 'industry'),
    headcount: headcountOf(employees),
    doNotContact: flags.isOptedOut,
    customFields: customFieldValues({
      107: revenue === null ? null : revenueBracket(bracketed(revenue)),
      108: employees === null ? null : employeeBracket(bracketed(employees)),
      109: managementLevel(text(first(properties, 'seniority', 'hs_seniority'))),
      110: departmentOf(text(first(properties, 'job_function', 'hs_role'))),
      113: joined(
        ADDRESS_KEYS.map((key) => text(own(properties, key))),
        ', ',
      ),
    }),
    research: NO_RESEARCH,
    emailVerification: null,
  };
  const { draft, ignored } = withFlatValues(read, without(properties, FORMS), path);
  return {
    draft,
    ignored: [...ignored, ...remarks.unreadable, ...beside.misplaced],
    warnings: [...flags.warnings, ...remarks.warnings, ...furtherEmails],
    consentFaults: flags.faults,
  };
}

/** The contact's address, else the first further one. */
function emailOf(
  properties: Payload,
  path: string,
): Pick<LeadDraft, 'email' | 'emailField' | 'otherEmails'> & { readonly warnings: readonly string[] } {
  const key = 'hs_additional_emails';
  const { addresses: further } = readAddresses(text(own(properties, key), LIMITS.customField) ?? '');
  const main = own(properties, 'email');
  const isMissing = isBlank(main);
  const [email = main, ...others] = isMissing ? further : [main, ...further];
  const used = typeof email === 'string' ? email.trim().toLowerCase() : '';
  const left = others.filter((address) => typeof address === 'string' && address.toLowerCase() !== used);
  return {
    email,
    emailField: faultPath(path, isMissing && further.length > 0 ? key : 'email'),
    otherEmails: others,
    warnings: left.length === 0 ? [] : [`A lead has one address; "${key}" was left out: ${left.join(', ')}`],
  };
}

function countryOfPhone(properties: Payload): unknown {
  const named = COUNTRIES.map((key) => own(properties, key)).filter((country) => !isBlank(country));
  return named.find((country) => countryCode(text(country) ?? '') !== null) ?? named[0];
}

/** Each property's value, unwrapped from the object of older responses. */
function plainValues(properties: Payload): Payload {
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [
      key,
      isPayload(value) && (Object.hasOwn(value, 'value') || isHollow(value)) ? own(value, 'value') : value,
    ]),
  );
}
