import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { qualityScore } from './quality-score.js';
import { readPayload } from './read-payload.js';
import { lead } from './testing/arbitraries.js';
import { aLead, anEmptyLead, settings, source } from './testing/leads.js';

const noCompany = { name: null, website: null, phone: null };

describe('specification, "Data quality score"', () => {
  it.each([
    ['"30 | valid email"', anEmptyLead({ email: 'jane@example.com' }), 30],
    ['"25 | valid phone"', anEmptyLead({ phone: '+14155550132' }), 25],
    ['"20 | first and last name present"', anEmptyLead({ firstName: 'Jane', lastName: 'Doe' }), 20],
    [
      '"15 | company name and website present"',
      anEmptyLead({ company: { name: 'Acme', website: 'acme.test', phone: null } }),
      15,
    ],
    ['"10 | job title present"', anEmptyLead({ jobTitle: 'CTO' }), 10],
  ])('%s', (_rule, given, points) => {
    expect(qualityScore(given)).toBe(points);
  });

  it.each([
    ['a first name alone', anEmptyLead({ firstName: 'Jane' })],
    ['a last name alone', anEmptyLead({ lastName: 'Doe' })],
    ['a company without a website', anEmptyLead({ company: { ...noCompany, name: 'Acme' } })],
    ['a website without a company', anEmptyLead({ company: { ...noCompany, website: 'acme.test' } })],
    ['a company phone alone', anEmptyLead({ company: { ...noCompany, phone: '+14155550100' } })],
    ['nothing', anEmptyLead()],
  ])('gives no points for %s', (_what, given) => {
    expect(qualityScore(given)).toBe(0);
  });

  it('"integer, capped at 100": everything is 100', () => {
    expect(qualityScore(aLead())).toBe(100);
  });

  it.each([
    ['all but the email', aLead({ email: null }), 70],
    ['all but the phone', aLead({ phone: null }), 75],
    ['all but the last name', aLead({ lastName: null }), 80],
    ['all but the website', aLead({ company: { name: 'Acme', website: null, phone: null } }), 85],
    ['all but the job title', aLead({ jobTitle: null }), 90],
  ])('counts %s', (_what, given, points) => {
    expect(qualityScore(given)).toBe(points);
  });

  it('decision "A phone that cannot be read": it earns no points', () => {
    const read = readPayload(source('manual'), { email: 'jane@example.com', phone: 'call me' }, settings);
    expect(read.ok && qualityScore(read.lead)).toBe(30);
  });

  it('law: it is an integer from 0 to 100, and more data never lowers it', () => {
    fc.assert(
      fc.property(lead, (given) => {
        const score = qualityScore(given);
        expect(Number.isInteger(score)).toBe(true);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(qualityScore({ ...given, jobTitle: 'CTO', phone: '+14155550132' })).toBeGreaterThanOrEqual(
          score,
        );
      }),
    );
  });
});
