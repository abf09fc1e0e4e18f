import { isSupportedCountry, type CountryCode } from 'libphonenumber-js/max';
import { foldCase, lettersAndDigits } from '../comparison-form.js';
import { namedCountries, VEHICLE_SIGNS } from './country-names.js';

/** Only without signs: `n/a` is not Namibia. */
const ALPHA_2 = /^[A-Z]{2}$/u;
/** `Germany (DE)`, `Paris, France`, `DE - Germany`. */
const PARTS = /[()[\],;/|]|\s[-–—]\s/u;
/** A part of a country by ISO 3166-2. */
const SUBDIVISION = /^\s*([a-z]{2})-[a-z0-9]{1,3}\s*$/iu;
const ARTICLE = /^the\s+/u;
const MAX_NAME_LENGTH = 120;
/** Names of two countries. Which one is meant is not known. */
const AMBIGUOUS = new Set(['congo', 'kongo']);

let codes: ReadonlyMap<string, CountryCode> | undefined;

/**
 * The ISO 3166 alpha-2 code for a country's code or name as a source writes it; null for anything else. Of a
 * text with several names, all that are known must mean the same country.
 */
export function countryCode(written: string): CountryCode | null {
  if (written.length > MAX_NAME_LENGTH) return null;
  // Only alone: a letter beside other words has other meanings.
  const whole =
    VEHICLE_SIGNS[written.trim()] ?? codeOf(written) ?? codeOf(SUBDIVISION.exec(written)?.[1] ?? '');
  if (whole !== null) return whole;
  const parts = new Set(
    written
      .split(PARTS)
      .map(codeOf)
      .filter((code) => code !== null),
  );
  const [only = null] = parts;
  return parts.size === 1 ? only : null;
}

function codeOf(name: string): CountryCode | null {
  const code = name.trim().toUpperCase();
  if (ALPHA_2.test(code) && isSupportedCountry(code)) return code;
  codes ??= codesByName();
  return codes.get(comparable(name.trim())) ?? null;
}

function codesByName(): ReadonlyMap<string, CountryCode> {
  const found = new Map<string, CountryCode>();
  for (const [name, code] of namedCountries()) {
    const key = comparable(name);
    if (!found.has(key) && !AMBIGUOUS.has(key)) found.set(key, code);
  }
  return found;
}

function comparable(name: string): string {
  return lettersAndDigits(foldCase(name).replace(ARTICLE, ''));
}
