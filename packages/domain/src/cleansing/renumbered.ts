import {
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';

/** Of a number in E.164, with its plus. */
export const MAX_LENGTH = 16;

interface Renumbering {
  readonly country: CountryCode;
  /** The digits of an old spelling, the country code first. */
  readonly international: RegExp;
  /** The digits of an old spelling as dialed within the country. */
  readonly national: RegExp;
  readonly now: string;
}

/**
 * Countries whose people still write numbers as before a change of their numbering plan. The digits of the
 * new spelling must be assigned by the library's metadata, and those of the old one must not.
 */
const RENUMBERINGS: readonly Renumbering[] = [
  // Until 2019 mobile numbers had a 1 behind the country code, and 044 or 045 before them at home.
  { country: 'MX', international: /^521(\d{10})$/u, national: /^(?:01|044|045)(\d{10})$/u, now: '+52$1' },
  // Since 2016 every mobile number has a 9 behind its area code. At home a carrier's code may precede it.
  {
    country: 'BR',
    international: /^55(\d\d)([6-9]\d{7})$/u,
    national: /^(?:0(?:\d\d)?)?([1-9]\d)([6-9]\d{7})$/u,
    now: '+55$19$2',
  },
  // From abroad mobile numbers have a 9 before the area code, at home a 15 behind it. Some people write both.
  { country: 'AR', international: /^549(\d{12})$/u, national: /^9(\d{12})$/u, now: '+54$1' },
];

/**
 * The number in E.164 that an old spelling stands for; null if it is none.
 *
 * @param home the country of a number that may have no country code; null for digits that begin with one
 */
export function renumbered(digits: string, home: CountryCode | null): string | null {
  for (const { country, international, national, now } of RENUMBERINGS) {
    const old = [international, national].find(
      (spelling) => spelling.test(digits) && (home === null ? spelling === international : country === home),
    );
    if (old === undefined) continue;
    const isAssigned = home === null ? assigned(`+${digits}`) : assigned(digits, home);
    return isAssigned === null ? assigned(digits.replace(old, now)) : null;
  }
  return null;
}

/**
 * A number in E.164 if its digits are in an assigned range of its country; null otherwise.
 *
 * Without a plus, the code of a country may be the beginning of one of its numbers: 4915123456789 may be dialed as
 * 04915…, in Leer. People write mobile numbers so, and spreadsheets remove the plus.
 */
export function assigned(digits: string, country?: CountryCode): string | null {
  if (country === undefined) return parsed(digits)?.number ?? null;
  const national = parsed(digits, country);
  const coded = digits.startsWith(getCountryCallingCode(country)) ? parsed(`+${digits}`) : undefined;
  const isMobile = coded?.getType() === 'MOBILE' && national?.getType() !== 'MOBILE';
  return (isMobile ? coded : national)?.number ?? null;
}

function parsed(digits: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(digits, defaultCountry === undefined ? {} : { defaultCountry });
  return number?.isValid() === true && number.number.length <= MAX_LENGTH ? number : undefined;
}
