import { employeeBracket } from '../company-size.js';
import { customFieldValues } from '../custom-fields.js';
import { departmentOf } from '../department.js';
import type { FieldFault } from '../model.js';
import { firstAboveZero, headcountOf, bracketed, readCount, readInteger } from '../quantity.js';
import { faultPath } from './envelope.js';
import { missingPart, NO_RESEARCH, type DraftResult, type LeadDraft } from './lead-draft.js';
import type { RecordDraft } from './native-record.js';
import { optOutFlags } from './opt-out-flags.js';
import { formsOf, partsAround, valueRemarks, type ValueForms } from './value-forms.js';
import { first, flag, isPayload, joined, labelled, own, part, text, type Payload } from './payload.js';
import { FORMS_OF_EMAIL, lastSeen, levelOf, sourcesOf } from './provider-c-facts.js';
import { readPersonOfC } from './provider-c-person.js';

const FORMS_OF_SEARCH: ValueForms = {
  // The link is the company's page, not the person's.
  ...formsOf('any', ['domain', 'organization', 'industry', 'linkedin']),
  emails: {
    list: formsOf('text', ['value', 'email', 'first_name', 'last_name', 'name', 'full_name', 'phone_number']),
  },
  ...{ headcount: 'headcount', pattern: 'text', webmail: 'flag', country: 'text' },
  ...formsOf('headcount', ['email_count', 'emails_count', 'total']),
};
const FORMS_OF_ADDRESS: ValueForms = {
  ...formsOf('any', [
    'first_name',
    'last_name',
    'name',
    'full_name',
    'email',
    'position',
    'linkedin',
    'linkedin_url',
    'phone_number',
  ]),
  ...FORMS_OF_EMAIL,
  ...formsOf('text', ['confidence', 'position_raw', 'seniority', 'department']),
};

/**
 * Provider C returns a list of addresses for a search in one domain; one item of an import is one of them.
 * The response is accepted with or without its `data` envelope (specification, "Provider field mapping").
 * Responses about one person have another format.
 *
 * @returns null if the payload is none of these
 */
export function readProviderC(data: Payload): DraftResult | null {
  const person = readPersonOfC(data);
  if (person !== null) return person;
  const wrapped = own(data, 'data') !== undefined;
  const search = wrapped ? own(data, 'data') : data;
  if (!isPayload(search)) return missingPart('data.data', search, 'a domain search object');
  if (!wrapped && own(search, 'emails') === undefined && own(search, 'domain') === undefined) return null;

  const field = wrapped ? 'data.data.emails' : 'data.emails';
  const emails = own(search, 'emails');
  if (!Array.isArray(emails)) return missingPart(field, emails, 'a list of addresses');
  const draftAt = (index: number): RecordDraft | null => {
    const entry: unknown = emails[index];
    const address = typeof entry === 'string' ? { value: entry } : entry;
    return isPayload(address) ? addressDraft(data, search, address, index) : null;
  };
  if (emails.length !== 1) {
    const people = () => emails.flatMap((_, index) => draftAt(index)?.draft ?? []);
    return { ok: false, faults: [notOneAddress(field, emails.length)], people };
  }
  const read = draftAt(0);
  if (read === null) return missingPart(`${field}[0]`, emails[0], 'an address object');
  const { draft, consentFaults: faults } = read;
  return faults.length === 0 ? { ok: true, ...read } : { ok: false, faults, people: () => [draft] };
}

function addressDraft(data: Payload, search: Payload, address: Payload, index: number): RecordDraft {
  const wrapped = search !== data;
  const path = `${wrapped ? 'data.' : ''}emails[${index}]`;
  const searchPath = wrapped ? 'data' : '';
  const flags = optOutFlags([
    ...(wrapped ? [{ part: data, path: '' }] : []),
    { part: search, path: searchPath },
    { part: address, path },
  ]);
  const { misplaced, unreadable } = valueRemarks([
    ...(wrapped ? partsAround([{ part: data, path: '' }]) : []),
    [{ part: search, path: searchPath }, FORMS_OF_SEARCH],
    [{ part: address, path }, FORMS_OF_ADDRESS],
  ]);
  const ignored = [...misplaced, ...unreadable];
  const doNotContact = flags.isOptedOut;
  const draft = { ...draftOf(search, address, data, faultPath(path, 'value')), doNotContact };
  return { draft, ignored, warnings: flags.warnings, consentFaults: flags.faults };
}

function notOneAddress(field: string, count: number): FieldFault {
  return count === 0
    ? { field, value: [], message: 'The domain search holds no address' }
    : {
        field,
        value: count,
        message: `One item is one lead, and this domain search holds ${count} addresses`,
        suggestion: 'Send an item for each address: the same search with this one address in emails',
      };
}

function draftOf(
  search: Payload,
  address: Payload,
  data: Payload,
  emailField: string,
): Omit<LeadDraft, 'doNotContact'> {
  const organization = text(own(search, 'organization'));
  const position = text(first(address, 'position', 'position_raw'));
  const verification =
    text(own(part(address, 'verification'), 'status')) ?? text(own(address, 'verification_status'));
  return {
    firstName: own(address, 'first_name'),
    lastName: own(address, 'last_name'),
    fullName: first(address, 'name', 'full_name'),
    email: first(address, 'value', 'email'),
    emailField,
    jobTitle: first(address, 'position', 'position_raw'),
    phones: [own(address, 'phone_number')],
    companyPhones: [],
    country: own(search, 'country'),
    linkedinUrl: first(address, 'linkedin', 'linkedin_url'),
    companyName: own(search, 'organization'),
    website: own(search, 'domain'),
    industry: own(search, 'industry'),
    headcount: headcountOf(readCount(own(search, 'headcount'))),
    customFields: customFieldValues({
      102: labelled({ Pattern: text(own(search, 'pattern')), Organization: organization }),
      103: labelled({ 'Email confidence': text(own(address, 'confidence')), Webmail: webmail(search) }),
      104: joined(sourcesOf(address), ', '),
      108: employeeBracket(estimatedEmployees(search, data)),
      109: levelOf(position, text(own(address, 'seniority'))),
      110: departmentOf(position) ?? departmentOf(text(own(address, 'department'))),
      111: labelled({ 'Last seen': lastSeen(address), Verification: verification }),
    }),
    research: NO_RESEARCH,
    emailVerification: verification,
  };
}

/** Else the number of addresses that the provider reports or sent: at least that many people work there. */
function estimatedEmployees(search: Payload, data: Payload): number {
  const stated = firstAboveZero(readCount(own(search, 'headcount')));
  if (stated !== null) return bracketed(stated);
  const known =
    readInteger(first(search, 'email_count', 'emails_count', 'total'), 1, 1e7) ??
    readInteger(own(part(data, 'meta'), 'results'), 1, 1e7);
  return known ?? 1;
}

function webmail(search: Payload): string | null {
  const value = own(search, 'webmail');
  if (value === undefined || value === null) return null;
  return flag(value) ? 'yes' : 'no';
}
