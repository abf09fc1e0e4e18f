import { withoutEntities } from '@leadbridge/domain';

/** An object of a PSA's response with unknown content. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The parsed JSON of a text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const bareNames = new Map<string, string>();
/** A PSA has a few hundred names; one that invents names must not fill the memory. */
const maxBareNames = 10_000;

function bareName(name: string): string {
  const known = bareNames.get(name);
  if (known !== undefined) {
    return known;
  }
  const bare = name.replace(/[^a-z0-9]/gi, '').toLowerCase();
  if (bareNames.size < maxBareNames) {
    bareNames.set(name, bare);
  }
  return bare;
}

const bareFields = new WeakMap<JsonRecord, ReadonlyMap<string, unknown>>();

/** A record's fields by bare name. Cached for each record, because many names are looked up in it. */
function fieldsByBareName(record: JsonRecord): ReadonlyMap<string, unknown> {
  const known = bareFields.get(record);
  if (known !== undefined) {
    return known;
  }
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(record)) {
    if (value !== null && value !== undefined) {
      fields.set(bareName(name), value);
    }
  }
  bareFields.set(record, fields);
  return fields;
}

/**
 * The first of the named fields that a record has, regardless of case and underscores: `last_updated_by` also
 * finds `LastUpdatedBy`, `lastupdated_by` and `lastupdatedby`. A null field counts as missing.
 */
export function readField(record: JsonRecord, ...names: readonly string[]): unknown {
  for (const name of names) {
    if (Object.hasOwn(record, name) && record[name] !== null && record[name] !== undefined) {
      return record[name];
    }
  }
  const fields = fieldsByBareName(record);
  return names.map((name) => fields.get(bareName(name))).find((value) => value !== undefined);
}

/** A number that may have been sent as text. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : null;
  }
  if (typeof value === 'string' && /^\s*-?\d{1,15}(\.\d{1,10})?\s*$/.test(value)) {
    return Number(value);
  }
  return null;
}

/** A PSA's identifier: a whole number above zero, because 0 and -1 mean "none" in many responses. */
export function readId(value: unknown): number | null {
  const number = readNumber(value);
  return number !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
}

/**
 * A trimmed text, without the HTML escapes that some PSAs store; a number counts as a text. Null if it is
 * empty.
 */
export function readText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') {
    return null;
  }
  const text = withoutEntities(String(value)).trim();
  return text === '' ? null : text;
}
