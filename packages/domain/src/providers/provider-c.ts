import { employeeBracket } from '../company-size.js';
import { customFieldValues } from '../custom-fields.js';
import { departmentOf } from '../department.js';
import { managementLevel } from '../management-level.js';
import type { FieldFault } from '../model.js';
import { midpoint, readInteger, readQuantity } from '../quantity.js';
import { misplacedKeys } from './ignored-keys.js';
import { missingPart, NO_RESEARCH, refused, type DraftResult, type LeadDraft } from './lead-draft.js';
import {
  entries,
  first,
  flag,
  isPayload,
  joined,
  labelled,
  own,
  part,
  text,
  type Payload,
} from './payload.js';

const SOURCES_SHOWN = 10;
/** What is read of a search and of an address in it, as far as a flat field has such a name too. */
const READ_OF_SEARCH: ReadonlySet<string> = new Set([
  'domain',
  'organization',
  'industry',
  'headcount',
  // The company's page, and not the person's.
  'linkedin',
]);
const READ_OF_ADDRESS: ReadonlySet<string> = new Set([
  'first_name',
  'last_name',
  'name',
  'full_name',
  'email',
  'position',
  'linkedin',
  'linkedin_url',
  'phone_number',
]);
const NOTHING_ELSE: ReadonlySet<string> = new Set();

/**
 * Provider C answers a search in one domain with a list of addresses; one item of an import is one of them. The answer
 * is taken with its `data` envelope or without (specification, "Provider field mapping").
 *
 * @returns null when the payload is no domain search
 */
export function readProviderC(data: Payload): DraftResult | null {
  const wrapped = own(data, 'data') !== undefined;
  const search = wrapped ? own(data, 'data') : data;
  if (!isPayload(search)) return missingPart('data.data', search, 'a domain search object');
  if (!wrapped && own(search, 'emails') === undefined && own(search, 'domain') === undefined) return null;

  const field = wrapped ? 'data.data.emails' : 'data.emails';
  const emails = own(search, 'emails');
  if (!Array.isArray(emails)) return missingPart(field, emails, 'a list of addresses');
  if (emails.length !== 1) return refused(notOneAddress(field, emails.length));

  const entry: unknown = emails[0];
  const address = typeof entry === 'string' ? { value: entry } : entry;
  if (!isPayload(address)) return missingPart(`${field}[0]`, address, 'an address object');
  const ignored = [
    ...(wrapped ? misplacedKeys(data, '', NOTHING_ELSE) : []),
    ...misplacedKeys(search, wrapped ? 'data' : '', READ_OF_SEARCH),
    ...misplacedKeys(address, `${wrapped ? 'data.' : ''}emails[0]`, READ_OF_ADDRESS),
  ];
  return { ok: true, ignored, draft: draftOf(search, address, data, `${field}[0].value`) };
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

function draftOf(search: Payload, address: Payload, data: Payload, emailField: string): LeadDraft {
  const domain = text(own(search, 'domain'));
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
    jobTitle: position,
    phones: [own(address, 'phone_number')],
    companyPhones: [],
    linkedinUrl: first(address, 'linkedin', 'linkedin_url'),
    companyName: organization,
    website: domain,
    industry: own(search, 'industry'),
    headcount: readInteger(own(search, 'headcount'), 1, 1e7),
    doNotContact: false,
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

/**
 * The headcount where the search gives one; else the number of addresses that the provider knows, as many as it says
 * or as were sent: at least so many people work there.
 */
function estimatedEmployees(search: Payload, data: Payload): number {
  const stated = readQuantity(own(search, 'headcount'));
  if (stated !== null) return midpoint(stated);
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

function levelOf(position: string | null, seniority: string | null): string | null {
  if (position !== null) return managementLevel(position);
  return seniority?.toLowerCase() === 'executive' ? 'C-Suite' : managementLevel(seniority);
}

/** Where the address was found: the pages, else their domains. */
function sourcesOf(address: Payload): (string | null)[] {
  const found = entries(own(address, 'sources')).map((source) =>
    isPayload(source) ? text(first(source, 'uri', 'domain'), 300) : text(source, 300),
  );
  return [...new Set(found)].slice(0, SOURCES_SHOWN);
}

/** The latest date of all sources; dates are ISO 8601, so that the greatest text is the latest. */
function lastSeen(address: Payload): string | null {
  const dates = entries(own(address, 'sources')).map((source) =>
    isPayload(source) ? text(own(source, 'last_seen_on')) : null,
  );
  const latest = dates
    .filter((date) => date !== null)
    .sort()
    .at(-1);
  return latest ?? text(own(address, 'last_seen'));
}
