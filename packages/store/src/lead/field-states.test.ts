import { describe, expect, it } from '@jest/globals';
import { mergeSources, type FieldState, type Lead } from '@leadbridge/domain';
import fc from 'fast-check';

import { packFieldStates, unpackFieldStates } from './field-states.js';

const lead: Lead = {
  firstName: 'Alex',
  lastName: 'Example',
  email: 'alex@example.com',
  jobTitle: null,
  phone: null,
  linkedinUrl: null,
  company: { name: 'Example', website: null, phone: null },
  industry: null,
  headcount: null,
  doNotContact: false,
  customFields: { 101: 'CSV', 105: false, 106: 'AWS' },
  research: { publicResearch: null, newsArticles: null, initialNotes: null },
  emailVerification: null,
};
const at = '2026-01-02T03:04:05.000Z';
const sources = { csv: { kind: 'flat', lead, receivedAt: at, jobId: 'job_1' } } as const;
const record = { ...mergeSources(sources, 'csv'), sources };
const fresh = unpackFieldStates(undefined, record);

const state = fc.record<FieldState>({
  value: fc.option(fc.constantFrom('AWS', 'Oracle', 7, true)),
  source: fc.option(fc.constantFrom('csv', 'psa')),
  at: fc.option(fc.constantFrom(at, '2026-02-02T03:04:05.000Z')),
  jobId: fc.option(fc.constantFrom('job_1', 'job_2')),
  notTaken: fc.array(
    fc.record({
      source: fc.constant('csv'),
      value: fc.constantFrom('Oracle', 3),
      at: fc.constant(at),
      rule: fc.constant('precedence' as const),
    }),
    { maxLength: 2 },
  ),
});

describe('the states of fields', () => {
  it('use no space if an import has just set all of them', () => {
    expect(packFieldStates(fresh, record)).toBeUndefined();
    expect(fresh['CF_106']).toEqual({ value: 'AWS', source: 'csv', at, jobId: 'job_1', notTaken: [] });
  });

  it('of a lead of an earlier release have no job', () => {
    const former = { ...record, sources: { csv: { kind: 'flat', lead, receivedAt: at } as const } };
    expect(unpackFieldStates(undefined, former)['CF_106']).toEqual({ ...fresh['CF_106'], jobId: null });
  });

  it('are the same after they were stored', () => {
    const field = fc.constantFrom('CF_101', 'CF_106', 'CF_112', 'email', 'phone');
    fc.assert(
      fc.property(fc.dictionary(field, state), (changed) => {
        const states = { ...fresh, ...changed };
        expect(unpackFieldStates(packFieldStates(states, record), record)).toEqual(states);
      }),
    );
  });
});
