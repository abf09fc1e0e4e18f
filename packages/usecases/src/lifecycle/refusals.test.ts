import { describe, expect, it } from '@jest/globals';

import { cannotBecome, faultsUnder, illegalTransition, noSuchRecord } from './refusals.js';

describe('a refused lifecycle request', () => {
  it.each(['lead', 'prospect', 'opportunity'] as const)('names the %s that does not exist', (kind) => {
    expect(noSuchRecord(kind, 7)).toMatchObject({
      error: {
        code: 'RESOURCE_NOT_FOUND',
        message: `There is no such ${kind}`,
        details: { [`${kind}_id`]: 7 },
      },
    });
  });

  it('lists the permitted transitions', () => {
    const check = { result: 'refused', from: 'new_lead', to: 'engaged', allowed: ['researching'] } as const;
    expect(illegalTransition('lead', check)).toMatchObject({
      kind: 'refused',
      error: {
        message: 'The lead cannot move from new_lead to engaged; allowed: researching',
        details: { field: 'status', value: 'engaged', allowed: ['researching'] },
      },
    });
  });

  it('says if there are no permitted transitions', () => {
    const check = { result: 'refused', from: 'won', to: 'lost', allowed: [] } as const;
    expect(illegalTransition('opportunity', check)).toMatchObject({
      error: {
        message: 'The opportunity cannot move from won to lost; no status request moves it from there',
      },
    });
  });

  it('names what the record has become, and its permitted transitions', () => {
    const lead = { kind: 'lead', status: 'contacted' } as const;
    const refusal = cannotBecome(lead, 'new_prospect', 'The lead is a prospect already', { prospect_id: 9 });
    expect(refusal).toMatchObject({
      error: {
        message: 'The lead is a prospect already',
        details: { from: 'contacted', to: 'new_prospect', prospect_id: 9 },
      },
    });
    expect(refusal).toHaveProperty(
      'error.details.allowed',
      expect.arrayContaining(['engaged', 'no_interest']),
    );
  });

  it('names each fault by its place in the request, without the suggestion for payloads', () => {
    const faults = [
      { field: 'fit_score', value: 120, message: 'must be at most 100', suggestion: 'Correct it' },
    ];
    expect(faultsUnder('qualification_data', faults)).toEqual([
      { field: 'qualification_data.fit_score', value: 120, message: 'must be at most 100' },
    ]);
  });
});
