import { getCountries, isSupportedCountry, type CountryCode } from 'libphonenumber-js/max';
import { foldCase, lettersAndDigits } from '../comparison-form.js';

/** The languages in which spreadsheets and CRMs name countries. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];
/** Names that CRMs and people write but that are not a display name in any language. */
const OTHER_NAMES: Readonly<Record<string, CountryCode>> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  uae: 'AE',
  korea: 'KR',
  'republic of korea': 'KR',
  'korea, republic of': 'KR',
  'russian federation': 'RU',
  turkey: 'TR',
  'czech republic': 'CZ',
  holland: 'NL',
  'the netherlands': 'NL',
  'hong kong': 'HK',
  'viet nam': 'VN',
  'ivory coast': 'CI',
};
const ALPHA_2 = /^[a-z]{2}$/iu;
const MAX_NAME_LENGTH = 60;

let codes: ReadonlyMap<string, CountryCode> | undefined;

/** The ISO 3166 alpha-2 code for a country's code or name as a source writes it; null for anything else. */
export function countryCode(written: string): CountryCode | null {
  const name = written.trim();
  if (name.length > MAX_NAME_LENGTH) return null;
  const code = name.toUpperCase();
  if (ALPHA_2.test(name) && isSupportedCountry(code)) return code;
  codes ??= codesByName();
  return codes.get(comparable(name)) ?? null;
}

function codesByName(): ReadonlyMap<string, CountryCode> {
  const displayed = LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    return getCountries().map((code) => [names.of(code) ?? code, code] as const);
  });
  return new Map(
    [...displayed, ...Object.entries(OTHER_NAMES)].map(([name, code]) => [comparable(name), code] as const),
  );
}

function comparable(name: string): string {
  return lettersAndDigits(foldCase(name));
}
