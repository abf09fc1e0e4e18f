import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { LIMITS } from './limits.js';

/** `x12`, `ext. 12`, `;ext=12`, `#12` at the end. Left in, its digits would turn the number into another one. */
const EXTENSION = /\s*(?:;?\s*ext(?:ension|n)?|x|#)[\s.:=]*\d{0,8}\s*$/iu;
/** Where one written value holds several numbers, the first one counts. */
const NEXT_NUMBER = /[,;|]/u;
/** `+44 (0)20 …`: the zero is dialled inside the country alone. */
const TRUNK_ZERO = /^(\D*\+\s*\d{1,3}\s*)\(0\)/u;
const MAX_LENGTH = 16;
const ONE_DIGIT_REPEATED = /^(\d)\1*$/u;

/**
 * A phone number in E.164, or null when it cannot be read as one (specification, "Data cleansing").
 *
 * A number must have a possible length for its country. It need not be in an assigned range, as ranges are assigned
 * faster than their tables reach us; a single digit repeated is refused as a filler.
 *
 * @param defaultCountry ISO 3166 alpha-2, for numbers that are written without a country code
 */
export function cleanPhone(value: string, defaultCountry: string): string | null {
  const written =
    value.slice(0, LIMITS.phone).normalize('NFKC').replace(EXTENSION, '').split(NEXT_NUMBER)[0] ?? '';
  const digits = written.replace(TRUNK_ZERO, '$1').replace(/\P{Nd}/gu, '');
  if (digits === '' || ONE_DIGIT_REPEATED.test(digits)) return null;
  if (/^[^\p{Nd}]*\+/u.test(written)) return possible(`+${digits.replace(/^00/u, '')}`);

  const country = defaultCountry.toUpperCase();
  const national = isSupportedCountry(country) ? possible(digits, country) : null;
  return national ?? assigned(`+${digits.replace(/^00/u, '')}`);
}

/** Whether numbers of a country (ISO 3166-1 alpha-2, capital letters) can be read; the European Union, say, has none. */
export function isPhoneCountry(country: string): boolean {
  return isSupportedCountry(country);
}

function possible(digits: string, country?: CountryCode): string | null {
  const parsed = parsePhoneNumberFromString(digits, country === undefined ? {} : { defaultCountry: country });
  if (parsed === undefined || !parsed.isPossible() || parsed.number.length > MAX_LENGTH) return null;
  if (parsed.isValid()) return parsed.number;
  // Outside the assigned ranges a number may be read otherwise the second time: that one is none.
  const isStable = parsePhoneNumberFromString(parsed.number)?.number === parsed.number;
  return isStable && !ONE_DIGIT_REPEATED.test(parsed.nationalNumber) ? parsed.number : null;
}

/** An international number written without its `+`: a guess, so that only an assigned range is taken. */
function assigned(digits: string): string | null {
  const parsed = parsePhoneNumberFromString(digits);
  return parsed?.isValid() === true ? parsed.number : null;
}
