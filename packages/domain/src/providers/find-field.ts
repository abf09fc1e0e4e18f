import { foldCase, lettersAndDigits } from '../comparison-form.js';
import { remembering } from '../remembering.js';
import { consentOfName, isOptOutOfOneMailing } from './consent.js';
import { editDistance } from './edit-distance.js';
import { ADDRESS_PARTS, FIELD_NAMES, FLAT_FIELDS, type FlatField } from './field-names.js';
import { FOREIGN_FIELD_NAMES } from './foreign-field-names.js';

/** Longer than any field name; longer keys match nothing and are not compared. */
const MAX_NAME_LENGTH = 60;

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

const OF_COMPANY = /^(?:company|organi[sz]ation|account|employer|hq|headquarters|billing|business)/u;
/** Outlook's two addresses: `Business Country/Region`, `Home City`. */
const OF_ADDRESS_BOOK = /^(?:business|home)(?=.)/u;

/** What many CRMs write before the name of a field: `Person - Email - Work`, `Organization - Annual revenue`. */
const RECORD = /^(?:(person|contact|primarycontact|lead)|company|organi[sz]ation|account|employer)(?=.)/u;
const FIELDS_OF_PERSON = fieldSet(
  'first_name last_name name email phone linkedin_url title department company',
);
const FIELDS_OF_COMPANY = fieldSet(
  'industry annual_revenue headcount website founded_year technologies location',
);
const KIND_BEHIND = /^(email|phone)(?:work|home|other|business|personal|private|direct|mobile|\d?address)$/u;

/** Whether a name refers to the company, such as `Company City`, and not to the person. */
export function isOfCompany(name: string): boolean {
  return OF_COMPANY.test(compact(name));
}

/** The field that a key or a column header names; null if none. All rows of a file have the same. */
export const flatField: (name: string) => FlatField | null = ofShortNames(
  (name) =>
    BY_COMPACT_NAME.get(compact(name)) ??
    addressPart(name) ??
    fieldOfRecord(compact(name)) ??
    (isOptOutOfOneMailing(name) || consentOfName(name) === 'opt_out' ? ('do_not_contact' as const) : null),
);

function addressPart(name: string): FlatField | null {
  const [whole, part] = [compact(name), compact(name).replace(OF_ADDRESS_BOOK, '')];
  const field = whole === part ? undefined : BY_COMPACT_NAME.get(part);
  return ADDRESS_PARTS.find((each) => each === field) ?? null;
}

function fieldOfRecord(name: string): FlatField | null {
  const [record = '', person] = RECORD.exec(name) ?? [];
  const rest = name.slice(record.length);
  const kind = KIND_BEHIND.exec(rest)?.[1];
  if (record === '') return BY_COMPACT_NAME.get(kind ?? '') ?? null;
  const field = BY_COMPACT_NAME.get(kind ?? rest) ?? BY_COMPACT_NAME.get(rest.replace(/\d$/u, ''));
  if (field === undefined) return null;
  // That of a lead is what it is about.
  if (person !== undefined) return FIELDS_OF_PERSON.has(field) && name !== 'leadtitle' ? field : null;
  if (field === 'phone') return 'company_phone';
  return FIELDS_OF_COMPANY.has(field) || ADDRESS_PARTS.some((part) => part === field) ? field : null;
}

function fieldSet(fields: string): ReadonlySet<string> {
  return new Set(fields.split(' '));
}

const WITH_REMARK = /^([^()[\]]+)[([]([^()[\]]+)[)\]]\s*$/u;

/** The field whose name is closest to a misspelled one, or to one with a remark (`E-Mail (work)`); null if none is close. */
export const nearestField: (name: string) => FlatField | null = ofShortNames((name) => {
  const [, bare = '', remark = ''] = WITH_REMARK.exec(name) ?? [];
  // What names a field itself is more than a remark: `Name (Company)` is no name of a person.
  const meant = flatField(remark) === null ? flatField(bare) : null;
  return meant ?? misspelled(compact(name));
});

function misspelled(given: string): FlatField | null {
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
}

function compact(name: string): string {
  return lettersAndDigits(foldCase(name));
}

function ofShortNames(find: (name: string) => FlatField | null): (name: string) => FlatField | null {
  const known = remembering(find);
  return (name) => (name.length > MAX_NAME_LENGTH ? null : known(name));
}
