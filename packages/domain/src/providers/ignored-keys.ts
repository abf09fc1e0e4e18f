import { clip, cleanLine } from '../cleansing/text.js';
import type { FieldFault, Lead } from '../model.js';
import { FACTS, flatField, type FlatField } from './field-names.js';
import { isEmpty, own, type Payload } from './payload.js';

/** A key of a payload that holds something of which nothing was taken. */
export type IgnoredKey =
  /** No field of the flat form has this name; `field` comes closest to it. */
  | { readonly key: string; readonly reason: 'unknown'; readonly field: FlatField | null }
  /** An earlier key, `taken`, gave the field its value. */
  | { readonly key: string; readonly reason: 'second'; readonly field: FlatField; readonly taken: string }
  /** A value that is none of its field's. */
  | { readonly key: string; readonly reason: 'unreadable'; readonly field: FlatField }
  /** A known field at a place of a native payload where the provider has none. */
  | { readonly key: string; readonly reason: 'misplaced'; readonly field: FlatField };

const MAX_KEY_LENGTH = 60;
/** No real lead has more columns; a payload that is made of keys is not to fill a record with warnings. */
const MAX_NAMED = 100;

/**
 * The keys of a native payload's part that name a field of the flat form and are none that the reader of the part reads.
 *
 * @param path of the part, empty for the payload itself
 */
export function misplacedKeys(part: Payload, path: string, readKeys: ReadonlySet<string>): IgnoredKey[] {
  return Object.keys(part).flatMap((key) => {
    const field = readKeys.has(key) ? null : flatField(key);
    const value = own(part, key);
    // Opt-outs are read wherever they stand.
    const isRead = field === null || field === 'do_not_contact' || FACTS.has(field);
    return isRead || isEmpty(value) || value === false
      ? []
      : [{ key: path === '' ? key : `${path}.${key}`, reason: 'misplaced' as const, field }];
  });
}

/** Whether a misplaced key leaves its field empty: what is known all the same is no loss. */
export function isLost(ignored: IgnoredKey, lead: Lead): boolean {
  return ignored.reason !== 'misplaced' || !isFilled(ignored.field, lead);
}

function isFilled(field: FlatField, lead: Lead): boolean {
  const { company, customFields, research } = lead;
  const values: Readonly<Record<FlatField, unknown>> = {
    first_name: lead.firstName,
    last_name: lead.lastName,
    name: lead.firstName ?? lead.lastName,
    email: lead.email,
    company: company.name,
    title: lead.jobTitle,
    phone: lead.phone,
    company_phone: company.phone,
    website: company.website,
    industry: lead.industry,
    headcount: lead.headcount,
    linkedin_url: lead.linkedinUrl,
    do_not_contact: lead.doNotContact ? true : null,
    // Only the flat form has one.
    external_id: null,
    annual_revenue: customFields[107],
    technologies: customFields[106],
    management_level: customFields[109],
    department: customFields[110],
    founded_year: customFields[112],
    location: customFields[113],
    street: customFields[113],
    city: customFields[113],
    state: customFields[113],
    postal_code: customFields[113],
    country: customFields[113],
    services_offered: customFields[102],
    growth_signals: customFields[103],
    project_pipelines: customFields[104],
    public_research: research.publicResearch,
    news_articles: research.newsArticles,
    initial_notes: research.initialNotes,
  };
  return values[field] !== null && values[field] !== undefined;
}

/** What the sender is told of ignored keys: those that may be mistakes one by one, the others in one sentence. */
export function ignoredKeyWarnings(keys: readonly IgnoredKey[]): string[] {
  const named = keys.slice(0, MAX_NAMED);
  const single = named.filter(({ field }) => field !== null).map(sentenceOf);
  const others = named.filter(({ field }) => field === null).map(({ key }) => quoted(key));
  const more = keys.length > named.length ? ` and ${keys.length - named.length} more` : '';
  if (others.length === 0 && more === '') return single;
  return [...single, `Not known and ignored: ${others.join(', ')}${more}`];
}

const faultMessages = {
  unknown: 'is not a known field',
  second: 'is not a known field',
  misplaced: 'has no place in this payload',
  unreadable: 'cannot be read',
} as const satisfies Record<IgnoredKey['reason'], string>;

/** The faults of a payload in which no key may be ignored; of two keys of one field both are known. */
export function ignoredKeyFaults(keys: readonly IgnoredKey[], data: Payload): FieldFault[] {
  return keys
    .filter(({ reason }) => reason !== 'second')
    .slice(0, MAX_NAMED)
    .map(({ key, reason, field }) => ({
      field: `data.${clip(key, MAX_KEY_LENGTH)}`,
      value: own(data, key) ?? null,
      message: faultMessages[reason],
      ...(field === null || reason === 'unreadable' ? {} : { suggestion: `Did you mean ${field}?` }),
    }));
}

function sentenceOf(ignored: IgnoredKey): string {
  const name = quoted(ignored.key);
  switch (ignored.reason) {
    case 'second':
      return `${name} was ignored: ${ignored.field} was taken from ${quoted(ignored.taken)}`;
    case 'misplaced':
      return `${name} was ignored: the provider's payload has no ${ignored.field} at this place`;
    case 'unreadable':
      return `${name} was ignored: its value cannot be read as ${ignored.field}`;
    case 'unknown':
      return `${name} is not known and was ignored; did you mean ${String(ignored.field)}?`;
  }
}

function quoted(key: string): string {
  return `"${cleanLine(key, MAX_KEY_LENGTH)}"`;
}
