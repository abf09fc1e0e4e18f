import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import ar from 'i18n-iso-countries/langs/ar.json' with { type: 'json' };
import de from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import es from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import it from 'i18n-iso-countries/langs/it.json' with { type: 'json' };
import ja from 'i18n-iso-countries/langs/ja.json' with { type: 'json' };
import nl from 'i18n-iso-countries/langs/nl.json' with { type: 'json' };
import pt from 'i18n-iso-countries/langs/pt.json' with { type: 'json' };
import ru from 'i18n-iso-countries/langs/ru.json' with { type: 'json' };
import tr from 'i18n-iso-countries/langs/tr.json' with { type: 'json' };
import zh from 'i18n-iso-countries/langs/zh.json' with { type: 'json' };
import { getCountries, isSupportedCountry, type CountryCode } from 'libphonenumber-js/max';

/** A name or alpha-3 code, and the country that it stands for. */
export type NamedCountry = readonly [name: string, code: CountryCode];

/** The languages in which spreadsheets and CRMs name countries, of which `Intl` knows the short names. */
const LANGUAGES =
  'en de fr es it nl pt pl ru uk tr zh zh-Hant ja ko ar he fa hi sv da nb fi cs sk hu ro bg el hr sr sl et lv lt vi th id';
/** The languages of which the official and other names are known, too. Each is part of the console's files. */
const OFFICIAL_NAMES = [en, de, fr, es, it, nl, pt, ru, tr, zh, ja, ar];
/** The signs of European countries on vehicles, and in front of postal codes. */
export const VEHICLE_SIGNS: Readonly<Record<string, CountryCode>> = {
  A: 'AT',
  B: 'BE',
  D: 'DE',
  E: 'ES',
  F: 'FR',
  H: 'HU',
  I: 'IT',
  L: 'LU',
  N: 'NO',
  P: 'PT',
  S: 'SE',
};
/** What people write and neither source of names knows. */
const NICKNAMES: Readonly<Record<string, CountryCode>> = {
  america: 'US',
  'the states': 'US',
  estadosunidos: 'US',
  eeuu: 'US',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  britain: 'GB',
  'northern ireland': 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
  'republic of ireland': 'IE',
  eire: 'IE',
  prc: 'CN',
  'p.r. china': 'CN',
  'pr china': 'CN',
  'mainland china': 'CN',
  'hong kong sar': 'HK',
  'taiwan roc': 'TW',
  korea: 'KR',
  'rep. of korea': 'KR',
  holland: 'NL',
  el: 'GR',
  hellas: 'GR',
  brd: 'DE',
  'federal republic of germany': 'DE',
  'bundesrepublik deutschland': 'DE',
  schweiz: 'CH',
  'swiss confederation': 'CH',
  'slovak republic': 'SK',
  czech: 'CZ',
  ksa: 'SA',
  'kingdom of saudi arabia': 'SA',
  emirates: 'AE',
  rsa: 'ZA',
  'republic of south africa': 'ZA',
  drc: 'CD',
  'dr congo': 'CD',
  'democratic republic of congo': 'CD',
  'congo, democratic republic of the': 'CD',
  macedonia: 'MK',
  bosnia: 'BA',
  'viet nam': 'VN',
  swaziland: 'SZ',
  burma: 'MM',
  рф: 'RU',
};

/** Every name and alpha-3 code of a country with numbers; of several meanings the usual one comes first. */
export function namedCountries(): readonly NamedCountry[] {
  const alpha3Codes = codes.map(([alpha2 = '', alpha3 = '']) => [alpha3, alpha2] as const);
  const displayed = LANGUAGES.split(' ').flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    return getCountries().map((code) => [names.of(code) ?? code, code] as const);
  });
  const official = OFFICIAL_NAMES.flatMap(({ countries }) =>
    Object.entries(countries).flatMap(([code, names]) => [names].flat().map((name) => [name, code] as const)),
  );
  return [...alpha3Codes, ...Object.entries(NICKNAMES), ...displayed, ...official].flatMap(([name, code]) =>
    isSupportedCountry(code) ? [[name, code] as const] : [],
  );
}
