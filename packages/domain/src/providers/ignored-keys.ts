import { clip, cleanLine } from '../cleansing/text.js';
import type { FieldFault, Lead } from '../model.js';
import { flatField, type FlatField } from './field-names.js';
import { isEmpty, own, type Payload } from './payload.js';

/** A key of a payload that holds something of which nothing was taken. */
export type IgnoredKey =
  /** No field of the flat form has this name; `field` comes closest to it. */
  | { readonly key: string; readonly reason: 'unknown'; readonly field: FlatField | null }
  /** An earlier key, `taken`, gave the field its value. */
  | { readonly key: string; readonly reason: 'second'; readonly field: FlatField; readonly taken: string }
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
    const isRead = field === null || field === 'do_not_contact';
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

/** The faults of a payload in which no key may be ignored; of two keys of one field both are known. */
export function ignoredKeyFaults(keys: readonly IgnoredKey[], data: Payload): FieldFault[] {
  return keys
    .filter(({ reason }) => reason !== 'second')
    .slice(0, MAX_NAMED)
    .map(({ key, reason, field }) => ({
      field: `data.${clip(key, MAX_KEY_LENGTH)}`,
      value: own(data, key) ?? null,
      message: reason === 'misplaced' ? 'has no place in this payload' : 'is not a known field',
      ...(field === null ? {} : { suggestion: `Did you mean ${field}?` }),
    }));
}

function sentenceOf(ignored: IgnoredKey): string {
  const name = quoted(ignored.key);
  switch (ignored.reason) {
    case 'second':
      return `${name} was ignored: ${ignored.field} was taken from ${quoted(ignored.taken)}`;
    case 'misplaced':
      return `${name} was ignored: the provider's payload has no ${ignored.field} at this place`;
    case 'unknown':
      return `${name} is not known and was ignored; did you mean ${String(ignored.field)}?`;
  }
}

function quoted(key: string): string {
  return `"${cleanLine(key, MAX_KEY_LENGTH)}"`;
}
