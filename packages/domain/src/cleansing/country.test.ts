import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { getCountries, isSupportedCountry } from 'libphonenumber-js/max';
import { countryCode } from './country.js';

describe('the country of a record', () => {
  it.each([
    ['DE', 'DE'],
    [' gb ', 'GB'],
    ['UK', 'GB'],
    ['U.K.', 'GB'],
    ['U.S.A.', 'US'],
    ['United States', 'US'],
    ['the United States of America', 'US'],
    ['America', 'US'],
    ['États-Unis', 'US'],
    ['EE.UU.', 'US'],
    ['США', 'US'],
    ['ABD', 'US'],
    ['Germany', 'DE'],
    ['Deutschland', 'DE'],
    ['Federal Republic of Germany', 'DE'],
    ['Allemagne', 'DE'],
    ['Tyskland', 'DE'],
    ['Niemcy', 'DE'],
    ['德国', 'DE'],
    ['Österreich', 'AT'],
    ['España', 'ES'],
    ['MEXICO', 'MX'],
    ['México', 'MX'],
    ['Czech Republic', 'CZ'],
    ['Tschechien', 'CZ'],
    ['South Korea', 'KR'],
    ['Korea, Republic of', 'KR'],
    ['Republic of Korea', 'KR'],
    ['Côte d’Ivoire', 'CI'],
    ['Ivory Coast', 'CI'],
    ['PRC', 'CN'],
    ["People's Republic of China", 'CN'],
    ['P.R. China', 'CN'],
    ['中国', 'CN'],
    ['中國', 'CN'],
    ['RUS', 'RU'],
    ['Россия', 'RU'],
    ['Российская Федерация', 'RU'],
    ['Russian Federation', 'RU'],
    ['日本', 'JP'],
    ['Holland', 'NL'],
    ['The Netherlands', 'NL'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['UAE', 'AE'],
    ['KSA', 'SA'],
    ['السعودية', 'SA'],
    ['Viet Nam', 'VN'],
    ['Hong Kong', 'HK'],
    ['Taiwan, Province of China', 'TW'],
    ['Scotland', 'GB'],
    ['Georgia', 'GE'],
    ['Schweiz', 'CH'],
    ['D', 'DE'],
    [' A ', 'AT'],
    ['F', 'FR'],
    ['Germany (DE)', 'DE'],
    ['DE - Germany', 'DE'],
    ['Paris, France', 'FR'],
    ['Suisse / Schweiz', 'CH'],
    ['US-CA', 'US'],
    ['GB-ENG', 'GB'],
  ])('%s is %s', (written, code) => {
    expect(countryCode(written)).toBe(code);
  });

  it.each([
    '',
    'EU',
    'Europe',
    'XX',
    'd',
    'C',
    'Plan B',
    'B / Plan',
    'n/a',
    'N.A.',
    '1',
    'Atlantis',
    'Antarctica',
    'EMEA',
    'Congo',
    'Georgia, USA',
    'Germany, France',
    'a'.repeat(10_000),
  ])('%p is no country', (written) => {
    expect(countryCode(written)).toBeNull();
  });

  const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ru', 'tr', 'zh', 'ja', 'ar', 'sv'];

  it('is known by its name in the languages of the payloads, in any case and without accents', () => {
    const names = languages.map((language) => new Intl.DisplayNames([language], { type: 'region' }));
    fc.assert(
      fc.property(
        fc.constantFrom(...getCountries().filter((code) => code !== 'CG' && code !== 'CD')),
        fc.constantFrom(...names),
        fc.constantFrom<(name: string) => string>(
          (name) => name,
          (name) => name.toUpperCase(),
          (name) => ` ${name.normalize('NFD')} `,
          (name) => name.toLowerCase(),
        ),
        (code, display, written) => {
          const name = display.of(code) ?? code;
          expect([written(name), countryCode(written(name))]).toEqual([written(name), code]);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('is known by its codes of two and three letters', () => {
    for (const [alpha2 = '', alpha3 = ''] of codes.filter(([code = '']) => isSupportedCountry(code))) {
      expect([alpha2, countryCode(alpha2), countryCode(alpha3.toLowerCase())]).toEqual([
        alpha2,
        alpha2,
        alpha2,
      ]);
    }
  });
});
