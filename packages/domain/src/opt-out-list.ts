import { isCalendarDate } from './calendar-date.js';
import { isPlaceholder } from './cleansing/placeholder.js';
import { cleanLine, clip } from './cleansing/text.js';
import { foldCase, lettersAndDigits } from './comparison-form.js';
import type { Lead } from './model.js';
import { domainKey, readOptOutDomain } from './opt-out-domain.js';
import { peopleInOptOut, readOptOutPerson, type OptOutPersonFields } from './opt-out-person.js';
import { traitsWithEach, type PersonTraits } from './person/person.js';
import { flatField } from './providers/find-field.js';
import { isPayload } from './providers/payload.js';
import type { ReadSettings } from './providers/read-phones.js';
import { suppressionKeyText, type SuppressionKey } from './suppression-key.js';

/** The columns of a list of opt-outs; those of a person have the names that they have in files of leads. */
export const OPT_OUT_FIELDS = [
  ...(['email', 'phone', 'first_name', 'last_name', 'name', 'company'] as const),
  ...(['domain', 'reason', 'occurred_at', 'external_id'] as const),
] as const;
export type OptOutField = (typeof OPT_OUT_FIELDS)[number];

/** The names of the columns that files of leads do not have, or have for something else. */
const OWN_NAMES: Readonly<Partial<Record<OptOutField, readonly string[]>>> = {
  domain: [
    'domain name',
    'email domain',
    'company domain',
    'company domain name',
    'domäne',
    'domaine',
    'dominio',
  ],
  reason: [
    'opt out reason',
    'unsubscribe reason',
    'suppression reason',
    'dnc reason',
    'grund',
    'motif',
    'motivo',
    'reden',
  ],
  occurred_at: [
    ...['occurred on', 'date', 'timestamp', 'opt out date', 'opt out time', 'opted out at', 'opted out on'],
    ...['opt out timestamp', 'unsubscribe date', 'unsubscribe time', 'unsubscribed at', 'unsubscribed on'],
    ...['unsub time', 'dnc date', 'datum', 'fecha', 'data'],
  ],
};
const BY_OWN_NAME = new Map(
  Object.entries(OWN_NAMES).flatMap(([field, names]) =>
    [field, ...names].map((name) => [compact(name), field]),
  ),
);

const MAX_NAME_LENGTH = 100;
const MAX_REASON = 500;
const MAX_EXTERNAL_ID = 200;

/** The field of a list of opt-outs that a key or a column header names; null if none. */
export function optOutField(name: string): OptOutField | null {
  if (name.length > MAX_NAME_LENGTH) return null;
  const field = BY_OWN_NAME.get(compact(name)) ?? flatField(name);
  return OPT_OUT_FIELDS.find((each) => each === field) ?? null;
}

function compact(name: string): string {
  return lettersAndDigits(foldCase(name));
}

/** A row of a list of opt-outs. */
export type ListedOptOut =
  | {
      readonly ok: true;
      /** Null for the entry of a domain. */
      readonly lead: Lead | null;
      /** The first one tells whether the person, or the domain, is known. */
      readonly keys: readonly [SuppressionKey, ...SuppressionKey[]];
      readonly reason: string | null;
      /** ISO 8601. */
      readonly occurredAt: string | null;
      readonly externalId: string | null;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly error: string };

type Cells = ReadonlyMap<OptOutField, readonly unknown[]>;

/**
 * Reads a row of a list of opt-outs, as a table or JSON has it. A person's data comes before a domain; what
 * cannot be read of either makes the row fail, and everything else is left out with a warning.
 *
 * @param now Unix milliseconds
 */
export function readListedOptOut(data: unknown, settings: ReadSettings, now: number): ListedOptOut {
  if (!isPayload(data)) {
    return { ok: false, error: 'The row must be an object, for example {"email": "…"}' };
  }
  const cells = cellsOf(data);
  const read = readOptOutPerson(personOf(cells), settings);
  if (!read.ok) {
    return { ok: false, error: read.faults.map(({ field, message }) => `${field}: ${message}`).join('; ') };
  }
  const { lead, keys } = read;
  const [written, ...furtherDomains] = cells.get('domain') ?? [];
  const rest = detailsOf(cells, now);
  const [first, ...others] = keys;
  if (first !== undefined) {
    const warnings = [
      ...(written === undefined ? [] : ['The domain is not used: the row is the opt-out of a person']),
      ...rest.warnings,
    ];
    return { ok: true, lead, keys: [first, ...others], ...rest, warnings };
  }
  if (written === undefined) {
    return { ok: false, error: 'Name an email, a phone, a company with a name, or a domain' };
  }
  if (furtherDomains.some((other) => other !== written)) {
    return { ok: false, error: 'domain: Name one domain in each row' };
  }
  const domain = readOptOutDomain(typeof written === 'string' ? written : '');
  return domain.ok
    ? { ok: true, lead: null, keys: [domainKey(domain.domain)], ...rest }
    : { ok: false, error: `domain: ${domain.message}` };
}

/** Whom a row names, for people who look for it: as it is written there, in spite of errors; without a name by what else it has. */
export function listedName(data: unknown): {
  readonly name: string | null;
  readonly company: string | null;
} {
  const cells: Cells = isPayload(data) ? cellsOf(data) : new Map();
  const textOf = (...fields: readonly OptOutField[]): string => {
    const written = fields.map((field) => cells.get(field)?.[0]);
    return cleanLine(
      written.filter((value) => typeof value === 'string' || typeof value === 'number').join(' '),
      MAX_NAME_LENGTH,
    );
  };
  const names = [textOf('name'), textOf('first_name', 'last_name'), textOf('email'), textOf('phone')];
  const name = [...names, textOf('domain')].find((text) => text !== '') ?? null;
  return { name, company: textOf('company') || null };
}

/** The people whom a row names, one for each of its addresses and numbers, also if the row cannot be taken. */
export function traitsOfListed(data: unknown, settings: ReadSettings): readonly PersonTraits[] {
  const { otherPhones = [], ...fields } = personOf(isPayload(data) ? cellsOf(data) : new Map());
  return [fields.phone, ...otherPhones].flatMap((phone) =>
    peopleInOptOut({ ...fields, phone }, settings).flatMap(traitsWithEach),
  );
}

function cellsOf(data: Readonly<Record<string, unknown>>): Cells {
  const cells = new Map<OptOutField, unknown[]>();
  for (const [key, value] of Object.entries(data)) {
    const field = optOutField(key);
    if (field !== null && !isMissing(value)) {
      cells.set(field, [...(cells.get(field) ?? []), value]);
    }
  }
  return cells;
}

function isMissing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && (value.trim() === '' || isPlaceholder(value)))
  );
}

/** Of several columns for addresses or numbers every one counts: each of them must not be contacted. */
function personOf(cells: Cells): OptOutPersonFields {
  const emails = (cells.get('email') ?? []).flatMap((cell): unknown[] =>
    Array.isArray(cell) ? cell : [cell],
  );
  const noText: unknown = emails.find((email) => typeof email !== 'string');
  const [phone, ...otherPhones] = cells.get('phone') ?? [];
  const only = (field: OptOutField): unknown => cells.get(field)?.[0];
  return {
    // What is no text makes the row fail.
    email: noText ?? (emails.length > 1 ? emails.join(', ') : emails[0]),
    phone: typeof phone === 'number' ? String(phone) : phone,
    otherPhones,
    first_name: only('first_name'),
    last_name: only('last_name'),
    name: only('name'),
    company: only('company'),
  };
}

type Details = Pick<Extract<ListedOptOut, { ok: true }>, 'reason' | 'occurredAt' | 'externalId' | 'warnings'>;

function detailsOf(cells: Cells, now: number): Details {
  const [reason, time, id] = (['reason', 'occurred_at', 'external_id'] as const).map((field) => {
    const value = cells.get(field)?.[0];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : value;
  });
  const occurredAt = typeof time === 'string' ? readTime(time) : null;
  const isToCome = occurredAt !== null && Date.parse(occurredAt) > now;
  const isText = (value: unknown, max: number): boolean => typeof value === 'string' && value.length <= max;
  const warnings = [
    ...(time !== undefined && occurredAt === null
      ? ['occurred_at cannot be read and was left out; write it in ISO 8601, such as 2026-01-31T09:00:00Z']
      : []),
    ...(isToCome ? ['occurred_at lies in the future and was left out'] : []),
    ...(reason !== undefined && typeof reason !== 'string' ? ['reason is no text and was left out'] : []),
    ...(typeof reason === 'string' && !isText(reason, MAX_REASON)
      ? [`reason was cut to ${MAX_REASON} characters`]
      : []),
    ...(id !== undefined && !isText(id, MAX_EXTERNAL_ID)
      ? [`external_id must be a text of at most ${MAX_EXTERNAL_ID} characters and was left out`]
      : []),
  ];
  return {
    reason: typeof reason === 'string' ? clip(reason, MAX_REASON) : null,
    occurredAt: isToCome ? null : occurredAt,
    externalId: typeof id === 'string' && isText(id, MAX_EXTERNAL_ID) ? id : null,
    warnings,
  };
}

const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,9})?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/iu;

/** A time in ISO 8601; without a zone in UTC, and a day alone from its beginning. */
function readTime(text: string): string | null {
  const [, day = '', minutes = '00:00', seconds = ':00', zone = 'Z'] = TIME.exec(text) ?? [];
  if (!isCalendarDate(day)) return null;
  const offset = /^utc$/iu.test(zone) ? 'Z' : zone.replace(/^([+-]\d{2})(\d{2})$/u, '$1:$2').toUpperCase();
  const time = new Date(`${day}T${minutes}${seconds.replace(',', '.').slice(0, 7)}${offset}`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** What becomes of a row: a new entry, by its place among these, or nothing but keys of an existing one. */
export type ListedDecision =
  | { readonly result: 'added'; readonly entry: number }
  | {
      readonly result: 'known';
      /** The entry of an earlier row; null if the entry was there before. */
      readonly entry: number | null;
      /** Null for a person who was erased. */
      readonly suppressionId: string | null;
    };

export interface DecidedList {
  /** In the order of the rows. */
  readonly decisions: readonly ListedDecision[];
  readonly entries: readonly { readonly row: number; readonly keys: readonly SuppressionKey[] }[];
  /** Further keys of people who have an entry. */
  readonly additions: readonly { readonly suppressionId: string; readonly keys: readonly SuppressionKey[] }[];
}

/**
 * Decides which rows are new: a person, or a domain, whose first key blocks is known. Nothing is added to a
 * person who was erased, whose keys are hashes that belong to no entry.
 *
 * @param rows the keys of each
 * @param blocking the entries of keys that block, by their texts
 */
export function decideListed(
  rows: readonly (readonly [SuppressionKey, ...SuppressionKey[]])[],
  blocking: ReadonlyMap<string, { readonly suppressionId: string | null }>,
): DecidedList {
  const entries: { row: number; keys: SuppressionKey[] }[] = [];
  const additions: { suppressionId: string; keys: readonly SuppressionKey[] }[] = [];
  const ofEarlier = new Map<string, number>();
  const decisions = rows.map((keys, row): ListedDecision => {
    const first = suppressionKeyText(keys[0]);
    const earlier = ofEarlier.get(first);
    if (earlier !== undefined) {
      const entry = entries[earlier];
      entry?.keys.push(...keys);
      keys.forEach((key) => ofEarlier.set(suppressionKeyText(key), earlier));
      return { result: 'known', entry: earlier, suppressionId: null };
    }
    const standing = blocking.get(first);
    if (standing !== undefined) {
      const { suppressionId } = standing;
      const missing = keys.filter((key) => !blocking.has(suppressionKeyText(key)));
      if (suppressionId !== null && missing.length > 0) {
        additions.push({ suppressionId, keys: missing });
      }
      return { result: 'known', entry: null, suppressionId };
    }
    const entry = entries.push({ row, keys: [...keys] }) - 1;
    keys.forEach((key) => ofEarlier.set(suppressionKeyText(key), entry));
    return { result: 'added', entry };
  });
  return { decisions, entries, additions };
}
