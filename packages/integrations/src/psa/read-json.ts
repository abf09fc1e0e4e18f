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

/**
 * The first of the named fields that a record has, regardless of case and underscores: `last_updated_by` also
 * finds `LastUpdatedBy`, `lastupdated_by` and `lastupdatedby`. Names as they are spelled go first; a null field counts
 * as missing.
 */
export function readField(record: JsonRecord, ...names: readonly string[]): unknown {
  for (const name of names) {
    if (Object.hasOwn(record, name) && record[name] !== null && record[name] !== undefined) {
      return record[name];
    }
  }
  // No index of the record: few names are looked up in one, and most records of a response are small.
  const bare = names.map(bareName);
  let found: unknown;
  let best = bare.length - 1;
  for (const name of Object.keys(record)) {
    const place = bare.indexOf(bareName(name));
    if (place >= 0 && place <= best && record[name] !== null && record[name] !== undefined) {
      [found, best] = [record[name], place];
    }
  }
  return found;
}

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

/** Trimmed, without the HTML escapes that some PSAs store; a number counts as a text. Null if it is empty. */
export function readText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') {
    return null;
  }
  const text = withoutEntities(String(value)).trim();
  return text === '' ? null : text;
}
