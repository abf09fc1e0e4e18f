import { foldCase, lettersAndDigits } from '../comparison-form.js';
import { consentOfName, isOptOutOfOneMailing } from './consent.js';
import { editDistance } from './edit-distance.js';
import { FOREIGN_FIELD_NAMES } from './foreign-field-names.js';

/**
 * The fields of the flat format, each with its other names in forms, spreadsheets and the exports of Apollo,
 * ZoomInfo, Hunter, HubSpot, Salesforce and Google Contacts. Case, spaces, hyphens, underscores and other signs do not matter:
 * `Company Name`, `company_name` and `companyName` are one name. An ambiguous word (`account`, `role`, `url`)
 * is not included. `docs/field-names.csv` lists them.
 */
export const FIELD_NAMES = {
  first_name: ['first', 'given name', 'forename', 'fname'],
  last_name: ['last', 'surname', 'family name', 'lname'],
  name: ['full name', 'contact name', 'person name', 'lead name'],
  email: [
    'email address',
    'mail',
    'email id',
    'work email',
    'work email address',
    'business email',
    'business email address',
    'corporate email',
    'primary email',
    'primary email address',
    'contact email',
    'personal email',
    'e-mail 1 - value',
    'e-mail 2 - value',
  ],
  company: [
    'company name',
    'organization',
    'organisation',
    'organization name',
    'organisation name',
    'account name',
    'company / account',
    'associated company',
    'current company',
    'employer',
    'business name',
    'organization 1 - name',
  ],
  title: [
    'job title',
    'position',
    'job role',
    'job position',
    'designation',
    'person title',
    'organization title',
    'organization 1 - title',
  ],
  phone: [
    'phone number',
    'telephone',
    'telephone number',
    'tel',
    'contact phone',
    'contact number',
    'primary phone',
    'first phone',
    'work phone',
    'work direct phone',
    'work number',
    'business phone',
    'direct phone',
    'direct phone number',
    'direct dial',
    'office phone',
    'mobile',
    'mobile phone',
    'mobile number',
    'mobile phone number',
    'cell',
    'cell phone',
    'cell phone number',
    'cell number',
    'home phone',
    'other phone',
    'phone 1 - value',
    'phone 2 - value',
  ],
  company_phone: [
    'company phone number',
    'corporate phone',
    'company hq phone',
    'hq phone',
    'organization phone',
    'account phone',
    'switchboard',
    'main phone',
  ],
  website: [
    'website url',
    'web page',
    'homepage',
    'domain',
    'domain name',
    'company website',
    'company url',
    'company domain',
    'company domain name',
    'organization website',
    'website 1 - value',
  ],
  industry: ['primary industry', 'company industry', 'sector'],
  headcount: [
    'employees',
    'number of employees',
    'no. of employees',
    'num employees',
    'employee count',
    'employee range',
    'company size',
    'company headcount',
  ],
  annual_revenue: [
    'revenue',
    'company revenue',
    'revenue range',
    'revenue range (in usd)',
    'annual revenue (usd)',
  ],
  technologies: [
    'technology',
    'technology stack',
    'tech stack',
    'technologies used',
    'company technologies',
    'web technologies',
  ],
  management_level: ['seniority', 'seniority level', 'job level', 'management seniority'],
  department: [
    'departments',
    'job function',
    'job department',
    'department function',
    'contact department',
    'organization department',
    'organization 1 - department',
  ],
  founded_year: ['year founded', 'founded', 'company founded year', 'company founded'],
  location: [
    'address',
    'full address',
    'company address',
    'company full address',
    'company location',
    'headquarters',
    'hq address',
    'hq location',
    'headquarters address',
    'headquarters location',
    'address 1 - formatted',
  ],
  street: [
    'street address',
    'company street',
    'company street address',
    'mailing street',
    'billing street',
    'address 1 - street',
  ],
  city: [
    'town',
    'company city',
    'hq city',
    'mailing city',
    'billing city',
    'person city',
    'address 1 - city',
  ],
  state: [
    'state/region',
    'state/province',
    'province',
    'region',
    'company state',
    'hq state',
    'mailing state',
    'mailing state/province',
    'billing state',
    'billing state/province',
    'person state',
    'address 1 - region',
  ],
  postal_code: [
    'zip',
    'zip code',
    'zip/postal code',
    'postcode',
    'company zip code',
    'company postal code',
    'mailing zip/postal code',
    'billing zip/postal code',
    'person zip code',
    'address 1 - postal code',
  ],
  country: [
    'country/region',
    'company country',
    'hq country',
    'mailing country',
    'billing country',
    'address 1 - country',
  ],
  linkedin_url: [
    'linkedin',
    'linkedin profile',
    'linkedin profile url',
    'linkedin link',
    'person linkedin url',
    'person linkedin',
    'contact linkedin url',
    'linkedin contact profile url',
    'hs_linkedin_url',
    'profile url',
  ],
  do_not_contact: [
    'dnc',
    'do not call',
    'do not email',
    'opt out',
    'opted out',
    'email opt out',
    'email opted out',
    'has opted out of email',
    'email unsubscribed',
    'call opt out',
    'call opted out',
    'hs_email_optout',
    'unsubscribed',
    'unsubscribed from all email',
    'direct phone do not call',
    'mobile phone do not call',
  ],
  external_id: [
    'external reference',
    'external key',
    'external record id',
    'record id',
    'apollo contact id',
    'zoominfo contact id',
    'hubspot contact id',
    'salesforce id',
  ],
  services_offered: ['services', 'keywords', 'specialties'],
  growth_signals: ['growth signal'],
  project_pipelines: ['project pipeline', 'pipelines'],
  public_research: ['research'],
  news_articles: ['news', 'news and articles'],
  initial_notes: ['notes', 'note', 'comments', 'comment'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FlatField = keyof typeof FIELD_NAMES;

/** The fields of the flat format, as the specification and its decisions write them. */
export const FLAT_FIELDS = Object.keys(FIELD_NAMES) as readonly FlatField[];

/** The parts of the address that becomes CF_113, in order. */
export const ADDRESS_PARTS = [
  'street',
  'city',
  'state',
  'postal_code',
  'country',
] as const satisfies readonly FlatField[];

/** Optional facts: not every provider has them, and an unreadable one does not reject a lead. */
export const FACTS: ReadonlySet<FlatField> = new Set([
  'annual_revenue',
  'technologies',
  'management_level',
  'department',
  'founded_year',
  'location',
  ...ADDRESS_PARTS,
]);

/** Longer than any field name; longer keys match nothing and are not compared. */
const MAX_NAME_LENGTH = 60;
/** Limits the cache of looked-up names; all rows of a file have the same ones. */
const MAX_REMEMBERED = 1_000;

const BY_ENGLISH_NAME = byCompactName(FIELD_NAMES);
const BY_COMPACT_NAME = new Map([...byCompactName(FOREIGN_FIELD_NAMES), ...BY_ENGLISH_NAME]);

function byCompactName(
  names: Readonly<Partial<Record<FlatField, readonly string[]>>>,
): ReadonlyMap<string, FlatField> {
  return new Map(
    FLAT_FIELDS.flatMap((field) =>
      [field, ...(names[field] ?? [])].map((name) => [compact(name), field] as const),
    ),
  );
}

const OF_COMPANY = /^(?:company|hq|headquarters|billing|business)/u;
/** Outlook's two addresses: `Business Country/Region`, `Home City`. */
const OF_ADDRESS_BOOK = /^(?:business|home)(?=.)/u;

/** Whether a name refers to the company, such as `Company City`, and not to the person. */
export function isOfCompany(name: string): boolean {
  return OF_COMPANY.test(compact(name));
}

/** The field that a key or a column header names; null if none. */
export const flatField: (name: string) => FlatField | null = remembering(
  (name) =>
    BY_COMPACT_NAME.get(compact(name)) ??
    addressPart(name) ??
    (isOptOutOfOneMailing(name) || consentOfName(name) === 'opt_out' ? ('do_not_contact' as const) : null),
);

function addressPart(name: string): FlatField | null {
  const [whole, part] = [compact(name), compact(name).replace(OF_ADDRESS_BOOK, '')];
  const field = whole === part ? undefined : BY_COMPACT_NAME.get(part);
  return ADDRESS_PARTS.find((each) => each === field) ?? null;
}

/** The field whose name is closest to a misspelled one; null if none is close. */
export const nearestField: (name: string) => FlatField | null = remembering((name) => {
  const given = compact(name);
  let nearest: FlatField | null = null;
  let least = Math.min(3, Math.floor(given.length / 4)) + 1;
  for (const [known, field] of BY_ENGLISH_NAME) {
    // Short words resemble each other: a stage is not a misspelled state.
    if (ADDRESS_PARTS.some((part) => part === field)) continue;
    if (Math.abs(known.length - given.length) >= least) continue;
    const edits = editDistance(given, known);
    if (edits < least) {
      least = edits;
      nearest = field;
    }
  }
  return nearest;
});

function compact(name: string): string {
  return lettersAndDigits(foldCase(name));
}

function remembering(find: (name: string) => FlatField | null): (name: string) => FlatField | null {
  const found = new Map<string, FlatField | null>();
  return (name) => {
    if (name.length > MAX_NAME_LENGTH) return null;
    const before = found.get(name);
    if (before !== undefined) return before;
    if (found.size >= MAX_REMEMBERED) found.clear();
    const field = find(name);
    found.set(name, field);
    return field;
  };
}
