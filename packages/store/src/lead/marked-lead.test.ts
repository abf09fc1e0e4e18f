import { describe, expect, it } from '@jest/globals';
import type { FieldStates, Lead } from '@leadbridge/domain';

import { markedLead, markedStates } from './marked-lead.js';

const lead: Lead = {
  ...{ firstName: 'Alex', lastName: 'Example', email: 'alex@example.com', jobTitle: null, phone: null },
  ...{ linkedinUrl: null, company: { name: 'Example', website: null, phone: null }, industry: null },
  ...{ headcount: null, doNotContact: false, emailVerification: null },
  customFields: { 101: 'CSV', 105: false },
  research: { publicResearch: null, newsArticles: null, initialNotes: null },
};
const state = { value: false, source: 'csv', at: '2026-01-31T09:00:00.000Z', jobId: 'job_1', notTaken: [] };

describe('the Do Not Contact field of a lead', () => {
  it('follows an opt-out, whoever said so', () => {
    expect(markedLead(lead, true)).toEqual({
      ...lead,
      doNotContact: true,
      customFields: { 101: 'CSV', 105: true },
    });
    const states: FieldStates = { CF_105: state, CF_106: state };
    expect(markedStates(states, true)).toEqual({
      CF_105: { value: true, source: 'opt_out', at: null, jobId: null, notTaken: [] },
      CF_106: state,
    });
    expect(markedStates({}, true)).toHaveProperty('CF_105.value', true);
  });

  it('stays as its source has sent it otherwise', () => {
    const flagged = { ...lead, doNotContact: true, customFields: { 101: 'CSV', 105: true } };
    expect(markedLead(flagged, true)).toBe(flagged);
    expect(markedLead(lead, false)).toBe(lead);
    const states: FieldStates = { CF_105: { ...state, value: true } };
    expect(markedStates(states, true)).toBe(states);
    expect(markedStates(states, false)).toBe(states);
  });
});
