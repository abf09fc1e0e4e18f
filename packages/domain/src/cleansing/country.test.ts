import { describe, expect, it } from '@jest/globals';
import { countryCode } from './country.js';

describe('the country of a record', () => {
  it.each([
    ['DE', 'DE'],
    [' gb ', 'GB'],
    ['UK', 'GB'],
    ['U.S.A.', 'US'],
    ['United States', 'US'],
    ['Germany', 'DE'],
    ['Deutschland', 'DE'],
    ['Österreich', 'AT'],
    ['España', 'ES'],
    ['MEXICO', 'MX'],
    ['México', 'MX'],
    ['Czech Republic', 'CZ'],
    ['South Korea', 'KR'],
    ['Côte d’Ivoire', 'CI'],
  ])('%s is %s', (written, code) => {
    expect(countryCode(written)).toBe(code);
  });

  it.each(['', 'EU', 'Europe', 'XX', 'n/a', '1', 'a'.repeat(10_000)])('%p is no country', (written) => {
    expect(countryCode(written)).toBeNull();
  });
});
