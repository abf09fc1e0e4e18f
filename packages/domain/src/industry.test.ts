import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { industryOf } from './industry.js';
import { anyText } from './testing/arbitraries.js';

describe('the industry of a services text', () => {
  it.each([
    ['Accounting', 'Accounting'],
    ['software', 'Software'],
    ['Computer Software', 'Software'],
    ['SaaS', 'SaaS'],
    ['E-Commerce', 'E-Commerce'],
    ['eCommerce', 'E-Commerce'],
    ['e commerce', 'E-Commerce'],
    ['Food & Beverage', 'Food & Beverage'],
    ['Food and Beverage', 'Food & Beverage'],
    ['Hospital & Health Care', 'Healthcare'],
    ['LOGISTICS_AND_SUPPLY_CHAIN', 'Logistics'],
    ['HOSPITAL_HEALTH_CARE', 'Healthcare'],
    ['Non-Profit', 'Nonprofit'],
    ['Oil & Energy', 'Energy'],
    ['Information Technology & Services', 'Information Technology'],
    ['Computer & Network Security', 'Cybersecurity'],
    ['Human-Resources', 'Human Resources'],
  ])('%s is %s', (services, industry) => {
    expect(industryOf(services)).toBe(industry);
  });

  it.each([
    ['managed it services for banks', 'Information Technology'],
    ['commercial real estate banking', 'Real Estate'],
    ['investment banking', 'Financial Services'],
    ['network security software', 'Cybersecurity'],
    ['medical devices retail', 'Healthcare'],
  ])('the longest of several words counts: %s', (services, industry) => {
    expect(industryOf(services)).toBe(industry);
  });

  it.each([
    ['Software; Banking', 'Software'],
    ['Software, Banking', 'Software'],
    ['Software|Banking', 'Software'],
    ['Software/Banking', 'Software'],
    ['Software\nBanking', 'Software'],
    ['Unknown; Banking', null],
    ['; Banking', null],
  ])('only the first segment counts: %j', (services, industry) => {
    expect(industryOf(services)).toBe(industry);
  });

  it.each(['Bankrupt', 'Lawn care', 'Watermelons', 'Engineered', 'Softwares', 'Minings', 'Unlawful'])(
    '%s only contains the letters of an industry',
    (services) => {
      expect(industryOf(services)).toBeNull();
    },
  );

  it.each([[null], [''], ['   '], ['…'], ['constructor'], ['__proto__']])('%j is no industry', (services) => {
    expect(industryOf(services)).toBeNull();
  });

  it('a text far beyond its limit is read at its beginning', () => {
    expect(industryOf(`Banking ${'x '.repeat(100_000)}`)).toBe('Banking');
    expect(industryOf(`${'x '.repeat(100)} Banking`)).toBeNull();
  });

  it('does not depend on case and the spaces around', () => {
    fc.assert(
      fc.property(fc.constantFrom('Real Estate', 'law firms', 'SaaS', 'nothing'), anyText, (words, rest) => {
        const services = `${words};${rest}`;
        expect(industryOf(` ${services.toUpperCase()}`)).toBe(industryOf(services));
      }),
      { numRuns: 100 },
    );
  });
});
