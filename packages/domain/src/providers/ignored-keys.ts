import { clip, cleanLine } from '../cleansing/text.js';
import type { FieldFault, Lead } from '../model.js';
import { FACTS, type FlatField } from './field-names.js';
import { flatField } from './find-field.js';
import { isEmpty, own, type Payload } from './payload.js';

/** A non-empty key of a payload that was not used. */
export type IgnoredKey =
  /** No field of the flat format has this name; `field` is the closest one. */
  | { readonly key: string; readonly reason: 'unknown'; readonly field: FlatField | null }
  /** An earlier key, `taken`, already set the field. */
  | { readonly key: string; readonly reason: 'second'; readonly field: FlatField; readonly taken: string }
  /** The value does not fit its field. */
  | { readonly key: string; readonly reason: 'unreadable'; readonly field: FlatField }
  /** The value, a short word, stands for a missing one. */
  | {
      readonly key: string;
      readonly reason: 'placeholder';
      readonly field: FlatField;
      readonly value: string;
    }
  /** A known field in a place of a native payload where the provider has no such field. */
  | { readonly key: string; readonly reason: 'misplaced'; readonly field: FlatField };

const MAX_KEY_LENGTH = 60;
/** No real lead has more columns. A payload full of unknown keys must not fill a record with warnings. */
const MAX_NAMED = 100;

/**
 * The keys of a part of a native payload that name a flat field but are not read by the part's reader.
 *
 * @param path of the part, empty for the payload itself
 */
export function misplacedKeys(part: Payload, path: string, readKeys: ReadonlySet<string>): IgnoredKey[] {
  return Object.keys(part).flatMap((key) => {
    const field = readKeys.has(key) ? null : flatField(key);
    const value = own(part, key);
    // Opt-outs are read in any place.
    const isRead = field === null || field === 'do_not_contact' || FACTS.has(field);
    return isRead || isEmpty(value) || value === false
      ? []
      : [{ key: path === '' ? key : `${path}.${key}`, reason: 'misplaced' as const, field }];
  });
}

/**
 * Whether ignoring a misplaced key leaves its field empty; if the value is known from elsewhere, nothing is
 * lost.
 */
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
    // Only the flat format has one.
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

/** The warning about a field whose value cannot be read. */
export function unreadable(name: string): string {
  return `The ${name} could not be read; the lead is imported without it`;
}

/** The warnings about ignored keys: possible mistakes one by one, the others in one sentence. */
export function ignoredKeyWarnings(keys: readonly IgnoredKey[]): string[] {
  const named = keys.slice(0, MAX_NAMED);
  const single = named.filter(({ field }) => field !== null).map(sentenceOf);
  const others = named.filter(({ field }) => field === null).map(({ key }) => quoted(key));
  const more = keys.length - named.length;
  if (others.length === 0 && more === 0) return single;
  if (others.length === 0) return [...single, `${more} more ${more === 1 ? 'key was' : 'keys were'} ignored`];
  return [...single, `Not known and ignored: ${others.join(', ')}${more === 0 ? '' : ` and ${more} more`}`];
}

/** What a payload may have in strict mode: it loses nothing by it. */
const HARMLESS: ReadonlySet<IgnoredKey['reason']> = new Set(['second', 'placeholder']);

const faultMessages = {
  unknown: 'is not a known field',
  second: 'is not a known field',
  placeholder: 'is a placeholder',
  misplaced: 'has no place in this payload',
  unreadable: 'cannot be read',
} as const satisfies Record<IgnoredKey['reason'], string>;

/**
 * The errors of a payload in strict mode, which may have no ignored keys; a second key for the same field and
 * a placeholder are allowed.
 */
export function ignoredKeyFaults(keys: readonly IgnoredKey[], data: Payload): FieldFault[] {
  return keys
    .filter(({ reason }) => !HARMLESS.has(reason))
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
    case 'placeholder':
      return `${name} was ignored: "${cleanLine(ignored.value, MAX_KEY_LENGTH)}" was taken for a missing ${ignored.field}`;
    case 'unknown':
      return `${name} is not known and was ignored; did you mean ${String(ignored.field)}?`;
  }
}

function quoted(key: string): string {
  return `"${cleanLine(key, MAX_KEY_LENGTH)}"`;
}
