import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode } from 'libphonenumber-js/max';
import { remembering } from '../remembering.js';
import { besideNumber, digitsOf, writtenNumbers, type BesideNumber } from './phone-text.js';
import { assigned, MAX_LENGTH, renumbered } from './renumbered.js';

/** Sources that name another country write its numbers with the country code, but not these. */
const NORTH_AMERICAN_FORM = /^\s*(?:1[\s.-]?)?\(\d{3}\)\s*\d{3}-\d{4}\s*$/u;
const NORTH_AMERICAN_CODE = '1';
const ONE_DIGIT_REPEATED = /^(\d)\1*$/u;

/** A phone number, and what else its text contains. */
export interface ReadPhone {
  /** In E.164. */
  readonly number: string;
  /** What has no place in E.164; null if there is nothing. */
  readonly leftOut: BesideNumber | null;
}

/**
 * The first phone number of a text, or null if none can be read (specification, "Data cleansing").
 *
 * A number must have a possible length for its country. It need not be in an assigned range, because ranges
 * are assigned faster than their tables reach us. A single repeated digit is rejected as a filler.
 *
 * A text without `+` or `00` is never read as an international number, because a wrong digit too many would
 * make it the number of somebody in another country.
 *
 * @param defaultCountry ISO 3166 alpha-2, for numbers that are written without a country code; null if it must
 * not be applied to them
 * @param recordCountry the country that the record names: it has priority over the default for numbers that
 * are assigned there
 */
export function readPhone(
  value: string,
  defaultCountry: string | null,
  recordCountry: CountryCode | null = null,
): ReadPhone | null {
  const country = defaultCountry?.toUpperCase() ?? '';
  const home = isSupportedCountry(country) ? country : null;
  for (const written of writtenNumbers(value)) {
    const number = numberOf(written.number, home, recordCountry);
    if (number !== null) return { number, leftOut: besideNumber(written) };
  }
  return null;
}

export function cleanPhone(
  value: string,
  defaultCountry: string | null,
  recordCountry: CountryCode | null = null,
): string | null {
  return readPhone(value, defaultCountry, recordCountry)?.number ?? null;
}

/** The digits that identify a written number, the country code first, without those of an extension. */
export function phoneDigits(value: string): string {
  const [written] = writtenNumbers(value);
  if (written === undefined) return '';
  return numberOf(written.number, null, null)?.slice(1) ?? digitsOf(written.number);
}

function numberOf(
  written: string,
  home: CountryCode | null,
  recordCountry: CountryCode | null,
): string | null {
  const digits = digitsOf(written);
  if (digits === '' || ONE_DIGIT_REPEATED.test(digits)) return null;
  if (/^\D*\+/u.test(written)) return international(digits.replace(/^00/u, ''));

  const named = recordCountry === null || isNorthAmerican(written, recordCountry) ? null : recordCountry;
  return (
    (named === null || named === home ? null : domestic(digits, named)) ??
    (home === null
      ? null
      : named === null || named === home
        ? national(digits, home)
        : assigned(digits, home)) ??
    (digits.startsWith('00') ? abroad(digits.slice(2)) : null)
  );
}

/** Whether numbers of a country (ISO 3166-1 alpha-2) can be read; false e.g. for the European Union. */
export function isPhoneCountry(country: string): boolean {
  return isSupportedCountry(country);
}

function isNorthAmerican(written: string, recordCountry: CountryCode): boolean {
  return NORTH_AMERICAN_FORM.test(written) && getCountryCallingCode(recordCountry) !== NORTH_AMERICAN_CODE;
}

/** Remembered, because the keys of a person are derived from the number that was just read. */
const international = remembering((digits) => renumbered(digits, null) ?? possible(`+${digits}`));

/** The 00 may be something else than the prefix of a call abroad, so only assigned ranges are accepted. */
function abroad(digits: string): string | null {
  return renumbered(digits, null) ?? assigned(`+${digits}`);
}

function domestic(digits: string, country: CountryCode): string | null {
  return assigned(digits, country) ?? renumbered(digits, country);
}

/** A leading zero that the country does not strip is the trunk prefix of another country. */
function national(digits: string, country: CountryCode): string | null {
  const current = domestic(digits, country);
  if (current !== null) return current;
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry: country });
  return parsed?.nationalNumber.startsWith('0') === true ? null : possible(digits, country);
}

function possible(digits: string, country?: CountryCode): string | null {
  const parsed = parsePhoneNumberFromString(digits, country === undefined ? {} : { defaultCountry: country });
  if (parsed === undefined || !parsed.isPossible() || parsed.number.length > MAX_LENGTH) return null;
  if (parsed.isValid()) return parsed.number;
  // Outside the assigned ranges, reading a number again may give another number; such a number is rejected.
  const isStable = parsePhoneNumberFromString(parsed.number)?.number === parsed.number;
  return isStable && !ONE_DIGIT_REPEATED.test(parsed.nationalNumber) ? parsed.number : null;
}
