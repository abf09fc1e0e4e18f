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
  readInteger,
  readYear,
  readQuantity,
} from '../quantity.js';
import { callablePhones, numberIn, type ListedPhone } from './callable-phones.js';
import { faultPath, openEnvelope, unwrapped, type NativeRecord } from './envelope.js';
import { NO_RESEARCH, type DraftResult, type LeadDraft } from './lead-draft.js';
import { personPlaces, placeIn, readOpened, searchRow, type RecordDraft } from './native-record.js';
import { isOnDoNotCallList } from './consent.js';
import { optOutFlags } from './opt-out-flags.js';
import { formsOf, partsAround, valueRemarks, type ValueForms } from './value-forms.js';
import {
  entries,
  first,
  firstOf,
  isBlank,
  isEmpty,
  isPayload,
  joined,
  labelled,
  own,
  part,
  text,
  texts,
  type Payload,
} from './payload.js';

const NOUN = { one: 'contact', many: 'contacts' };
/** Distinguish a record without an envelope from a flat payload. */
const OWN_KEYS = ['account', 'mobilePhoneNumbers', 'directPhoneNumbers', 'redeemId'];
const PHONE_LISTS = ['mobilePhoneNumbers', 'directPhoneNumbers', 'phoneNumbers'];
const ADDRESS_KEYS = ['street', 'city', 'state', 'zip', 'country'];
const FORMS_OF_CONTACT: ValueForms = {
  ...formsOf('any', ['firstName', 'lastName', 'fullName', 'jobTitle', 'linkedinUrl']),
  account: 'company',
  email: { list: formsOf('text', ['address', 'quality']) },
  ...formsOf('texts', ['managementLevel', 'jobFunction']),
  country: 'text',
};
const FORMS_OF_ACCOUNT: ValueForms = {
  // The link is the company's page, not the person's.
  ...formsOf('any', ['name', 'domain', 'website', 'linkedinUrl']),
  ...{ headcount: 'headcount', sizeFrom: 'headcount', sizeTo: 'headcount', revenue: 'annual_revenue' },
  ...{ founded: 'founded_year', industry: 'texts', technologies: 'texts' },
  location: { objects: formsOf('text', [...ADDRESS_KEYS, 'addressType']) },
};

/**
 * A contact of Cognism, redeemed or enriched: the person with an email object, phones in lists, and the
 * company as the account.
 *
 * @returns null if the payload is neither
 */
export function readCognism(data: Payload): DraftResult | null {
  const opening = openEnvelope(data, ['results[]'], NOUN);
  if (opening !== null) return readOpened(opening, recordDraft, previewRow);
  const isBare = isPayload(own(data, 'email')) || OWN_KEYS.some((key) => own(data, key) !== undefined);
  return isBare ? readOpened({ ok: true, opened: unwrapped(data) }, recordDraft, previewRow) : null;
}

/** A search returns contacts without the email and the numbers themselves. */
function previewRow({ record, path }: NativeRecord, draft: LeadDraft): FieldFault | null {
  const isPreview = own(record, 'redeemId') !== undefined && [draft.email, ...draft.phones].every(isBlank);
  return isPreview ? searchRow(faultPath(path, 'email.address'), 'contact/redeem') : null;
}

function recordDraft(opened: NativeRecord): RecordDraft {
  const { record: contact, path } = opened;
  const account = part(contact, 'account');
  const email = own(contact, 'email');
  const accounts = placeIn({ part: contact, path }, 'account');
  const remarks = valueRemarks([
    ...partsAround(opened.around),
    [{ part: contact, path }, FORMS_OF_CONTACT],
    ...accounts.map((place) => [place, FORMS_OF_ACCOUNT] as const),
  ]);
  const flags = optOutFlags(personPlaces(opened));
  const phones = callablePhones(PHONE_LISTS.flatMap((key) => entries(own(contact, key)).map(listedPhone)));
  const officePhones = callablePhones(entries(own(account, 'officePhoneNumbers')).map(listedPhone));
  const draft: LeadDraft = {
    firstName: own(contact, 'firstName'),
    lastName: own(contact, 'lastName'),
    fullName: own(contact, 'fullName'),
    email: isPayload(email) ? own(email, 'address') : email,
    emailField: faultPath(path, isPayload(email) ? 'email.address' : 'email'),
    jobTitle: own(contact, 'jobTitle'),
    phones: phones.numbers,
    companyPhones: officePhones.numbers,
    country: firstOf(own(contact, 'country'), own(headquarters(account), 'country')),
    linkedinUrl: own(contact, 'linkedinUrl'),
    companyName: own(account, 'name'),
    website: first(account, 'website', 'domain'),
    industry: texts(own(account, 'industry'))[0] ?? null,
    headcount: headcountOf(readCount(own(account, 'headcount'))),
    doNotContact: flags.isOptedOut,
    customFields: customFieldsOf(contact, account),
    research: NO_RESEARCH,
    emailVerification: isPayload(email) ? own(email, 'quality') : null,
  };
  return {
    draft,
    ignored: [...remarks.misplaced, ...remarks.unreadable],
    warnings: [...flags.warnings, ...phones.warnings, ...remarks.warnings],
    consentFaults: flags.faults,
  };
}

function customFieldsOf(contact: Payload, account: Payload): LeadDraft['customFields'] {
  const revenue = readQuantity(own(account, 'revenue'));
  const size = firstAboveZero(readCount(own(account, 'headcount')), sizeOf(account));
  const place = headquarters(account);
  const joins = eventsOf(contact, 'jobJoinEvent');
  const hirings = [...eventsOf(account, 'hiringEvent'), ...eventsOf(contact, 'hiringEvent')];
  return customFieldValues({
    102: joined(texts(own(account, 'industry')), ', '),
    106: joined(texts(own(account, 'technologies')), ', '),
    107: revenue === null ? null : revenueBracket(bracketed(revenue)),
    108: size === null ? null : employeeBracket(bracketed(size)),
    109: managementLevel(texts(own(contact, 'managementLevel'))[0] ?? null),
    110: departmentOf(texts(own(contact, 'jobFunction'))[0] ?? null),
    111: labelled({
      'Recent job change': joins.length === 0 ? null : 'Yes',
      Hiring: hirings.length === 0 ? null : 'Yes',
    }),
    112: readYear(own(account, 'founded')),
    113: joined(
      ADDRESS_KEYS.map((key) => text(own(place, key))),
      ', ',
    ),
  });
}

/** `dnc` marks a number in a national register; it says nothing about emails. */
function listedPhone(entry: unknown): ListedPhone {
  return isPayload(entry)
    ? { number: numberIn(entry, 'number'), isBarred: isOnDoNotCallList(own(entry, 'dnc')) }
    : { number: entry, isBarred: false };
}

function sizeOf(account: Payload) {
  const [from, to] = [own(account, 'sizeFrom'), own(account, 'sizeTo')].map((size) =>
    readInteger(size, 0, 1e7),
  );
  return from === null || from === undefined ? null : { from, to: to ?? null };
}

function eventsOf(place: Payload, key: string): readonly unknown[] {
  return entries(own(place, key)).filter((event) => !isEmpty(event));
}

/** The address of the headquarters, else the first one; empty if there is none. */
function headquarters(account: Payload): Payload {
  const places = entries(own(account, 'location')).filter(isPayload);
  const isHeadquarters = (place: Payload): boolean =>
    /^hq$|headquarter/iu.test(text(own(place, 'addressType')) ?? '');
  return places.find(isHeadquarters) ?? places[0] ?? {};
}
