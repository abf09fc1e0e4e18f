import { describe, expect, it } from '@jest/globals';

import { decisionInWords } from './decision-in-words.js';

const candidates = [{ client_id: 12, name: 'Acme', domains: ['acme.example'], why: 'domain' as const }];

describe('what was decided about the client of a company', () => {
  it.each([
    ['a dash while it is open', null, '–'],
    ['the name of the client', { client_id: 12 }, 'Uses Acme (client 12)'],
    ['the number of a client that is no candidate', { client_id: 13 }, 'Uses client 13'],
    ['that it is none of them', { separate: true } as const, 'Separate company: its name decides'],
  ])('is %s', (_what, decision, words) => {
    expect(decisionInWords({ decision, candidates })).toBe(words);
  });
});
