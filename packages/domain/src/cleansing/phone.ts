import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/max';
import { withoutInvisible } from './invisible.js';
import { LIMITS } from './limits.js';

/**
 * `x12`, `ext. 12`, `;ext=12`, `#12` at the end. If it stayed, its digits would turn the number into another
 * one.
 */
const EXTENSION = /\s*(?:;?\s*ext(?:ension|n)?|x|#)[\s.:=]*\d{0,8}\s*$/iu;
/** If one value contains several numbers, the first one counts. */
const NEXT_NUMBER = /[,;|]/u;
/**
 * `2025550143.0`, as spreadsheets write a column of numbers with gaps. Its zero would turn the number into
 * another one.
 */
const DECIMAL = /^(\s*\+?\d{7,})\.0+\s*$/u;
/** `+44 (0)20 …`: the zero is dialed only within the country. */
const TRUNK_ZERO = /^(\D*\+\s*\d{1,3}\s*)\(0\)/u;
/**
 * The North American format. Sources that name another country write that country's numbers with their
 * country code, but not these.
 */
const NORTH_AMERICAN_FORM = /^\s*(?:1[\s.-]?)?\(\d{3}\)\s*\d{3}-\d{4}\s*$/u;
const NORTH_AMERICAN_CODE = '1';
/** The fewest digits of a complete number: what no number contains ends one only behind them. */
const FEWEST_DIGITS = 7;
/**
 * Begins what stands behind a number: a word, also in brackets, or a sign
 * between two numbers. An exponent of a spreadsheet (`4.42E+11`) is none, since the number is not complete.
 */
const REMARK = /^(?:(?![eE][+-]?\d)\p{L}|\((?=[^()]*\p{L})|[[{<~&*#:\n\r]|\s\/\s)/u;
/** The words for an extension that stand before its digits, in the languages of the payloads. */
const EXTENSION_REMARK =
  /^[^\p{L}\d]*(?:(?:ext|x|доб|poste|durchwahl|dw|int|interno|anexo|ramal|toestel|wewn|dahili|press)[^\p{L}\d]*)?\d{1,6}[^\p{L}\d]*(?:\(.*)?$/iu;
const MAX_LENGTH = 16;
/** Digits after a comma, which means a pause in dialing. A longer run of digits is a separate number. */
const LONGEST_EXTENSION = 6;
/** Leaves room for invisible characters between those of a number. */
const MAX_WRITTEN = LIMITS.phone * 16;
const DIGIT = /^\p{Nd}$/u;
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
const ONE_DIGIT_REPEATED = /^(\d)\1*$/u;

/**
 * A phone number in E.164, or null if it cannot be read (specification, "Data cleansing").
 *
 * A number must have a possible length for its country. It need not be in an assigned range, because ranges
 * are assigned faster than their tables reach us. A single repeated digit is rejected as a filler.
 *
 * A text without `+` or `00` is never read as an international number, because a wrong digit too many would
 * make it the number of somebody in another country.
 *
 * @param defaultCountry ISO 3166 alpha-2, for numbers that are written without a country code
 * @param recordCountry the country that the record names: it has priority over the default for numbers that
 * are assigned there
 */
export function cleanPhone(
  value: string,
  defaultCountry: string,
  recordCountry: CountryCode | null = null,
): string | null {
  const written = firstNumber(value);
  const digits = digitsOf(written);
  if (digits === '' || ONE_DIGIT_REPEATED.test(digits)) return null;
  if (/^\D*\+/u.test(written)) return possible(`+${digits.replace(/^00/u, '')}`);

  const ofRecord =
    recordCountry === null || isNorthAmerican(written, recordCountry)
      ? null
      : assigned(digits, recordCountry);
  const country = defaultCountry.toUpperCase();
  return (
    ofRecord ??
    (isSupportedCountry(country) ? national(digits, country) : null) ??
    (digits.startsWith('00') ? assigned(`+${digits.slice(2)}`) : null)
  );
}

/** The digits of a written number in any script and form, as 0 to 9, without those of an extension. */
export function phoneDigits(value: string): string {
  return digitsOf(firstNumber(value));
}

function digitsOf(written: string): string {
  return written.replace(TRUNK_ZERO, '$1').replace(/\D/gu, '');
}

/** What follows the number in a written value and has no place in E.164; null if nothing does. */
export function behindPhone(value: string): 'extension' | 'number' | 'remark' | null {
  const written = plainForm(value);
  const [first = '', ...others] = written.split(NEXT_NUMBER);
  const remark = first.slice(remarkAt(first));
  const further = digitsOf(others.join(''));
  if (/\d\s*$/u.test(EXTENSION.exec(written)?.[0] ?? '')) return 'extension';
  if (further.length > LONGEST_EXTENSION || digitsOf(remark).length >= FEWEST_DIGITS) return 'number';
  if (further !== '' || EXTENSION_REMARK.test(remark)) return 'extension';
  return digitsOf(remark) === '' ? null : 'remark';
}

function firstNumber(value: string): string {
  const [first = ''] = plainForm(value).split(NEXT_NUMBER);
  const number = first.replace(EXTENSION, '');
  return number.slice(0, remarkAt(number)).replace(DECIMAL, '$1');
}

/** Where what stands behind a number begins; the length of the text if nothing does. */
function remarkAt(written: string): number {
  let digitCount = 0;
  for (let index = 0; index < written.length; index += 1) {
    if (/\d/u.test(written.charAt(index))) digitCount += 1;
    else if (digitCount >= FEWEST_DIGITS && REMARK.test(written.slice(index))) return index;
  }
  return written.length;
}

/** A written number without invisible characters, with its plus and digits in ASCII. */
function plainForm(value: string): string {
  const visible = withoutInvisible(value.slice(0, MAX_WRITTEN)).normalize('NFKC');
  return visible.slice(0, LIMITS.phone).replace(OTHER_DIGIT, asciiDigit);
}

/**
 * Unicode orders decimal digits in tens from zero on. The only exception, mathematical digits, has already
 * been converted to plain ones.
 */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/**
 * Whether numbers of a country (ISO 3166-1 alpha-2, capital letters) can be read; false e.g. for the European
 * Union.
 */
export function isPhoneCountry(country: string): boolean {
  return isSupportedCountry(country);
}

function isNorthAmerican(written: string, recordCountry: CountryCode): boolean {
  return NORTH_AMERICAN_FORM.test(written) && getCountryCallingCode(recordCountry) !== NORTH_AMERICAN_CODE;
}

/**
 * If the country does not strip a leading zero, it is the trunk prefix of another country, and the number
 * does not belong to this one.
 */
function national(digits: string, country: CountryCode): string | null {
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry: country });
  const isForeign = parsed?.nationalNumber.startsWith('0') === true && !parsed.isValid();
  return isForeign ? null : possible(digits, country);
}

function possible(digits: string, country?: CountryCode): string | null {
  const parsed = parsePhoneNumberFromString(digits, country === undefined ? {} : { defaultCountry: country });
  if (parsed === undefined || !parsed.isPossible() || parsed.number.length > MAX_LENGTH) return null;
  if (parsed.isValid()) return parsed.number;
  // Outside the assigned ranges, reading a number again may give another number; such a number is rejected.
  const isStable = parsePhoneNumberFromString(parsed.number)?.number === parsed.number;
  return isStable && !ONE_DIGIT_REPEATED.test(parsed.nationalNumber) ? parsed.number : null;
}

/** Reads a number whose country is a guess, so only assigned ranges are accepted. */
function assigned(digits: string, country?: CountryCode): string | null {
  const parsed = parsePhoneNumberFromString(digits, country === undefined ? {} : { defaultCountry: country });
  return parsed?.isValid() === true ? parsed.number : null;
}
