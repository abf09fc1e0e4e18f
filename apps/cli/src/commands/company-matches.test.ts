import { describe, expect, it } from '@jest/globals';

import { UsageError } from '../command-error.js';
import { fakeService } from '../testing/fake-service.js';
import { decideCompanyMatch, listCompanyMatches } from './company-matches.js';

const path = '/company-matches/{match_id}';
const match = {
  ...{ id: 'cmp_1', status: 'open', company: 'Example Holdings', domain: 'example.com' },
  reason: 'several_clients',
  candidates: [
    { client_id: 12, name: 'Example', domains: ['example.com'], why: 'domain' },
    { client_id: 31, name: 'Example Holdings', domains: [], why: 'name' },
  ],
  ...{ lead_ids: [40, 41], created_at: '2026-01-31T09:00:00.000Z', decided_at: null, decision: null },
};

describe('leadbridge company-matches list', () => {
  it('shows each entry on a line, with its candidates', async () => {
    const decided = { ...match, id: 'cmp_2', domain: null, candidates: [], decision: { separate: true } };
    const { context, sent, results, notes } = fakeService({
      'GET /company-matches': {
        matches: [match, decided, { ...match, decision: { client_id: 12 } }],
        pagination: { total: 9 },
      },
    });
    expect(await listCompanyMatches(context, { status: 'open', limit: 3 })).toBe(true);
    expect(sent[0]?.options['params']).toEqual({ query: { status: 'open', limit: 3 } });
    const cells = results.map((line) => line.split('\t'));
    expect(cells[0]?.slice(0, 7)).toEqual([
      ...['cmp_1', 'open', 'Example Holdings', 'example.com', 'several_clients'],
      '12 Example (domain: example.com); 31 Example Holdings (name)',
      '2',
    ]);
    expect(cells.map((line) => line.at(-1))).toEqual(['-', 'separate', '12']);
    expect(cells[1]?.slice(3, 6)).toEqual(['-', 'several_clients', '-']);
    expect(notes.at(-1)).toBe('3 of 9; --limit shows more');
  });
});

describe('leadbridge company-matches decide', () => {
  it.each([
    [{ client: 12 }, { client_id: 12 }, 'Example Holdings (example.com): later imports use the client 12'],
    [
      { separate: true },
      { separate: true },
      'Example Holdings (example.com): its name alone decides from now on',
    ],
  ])('sends %j as %j', async (choice, body, text) => {
    const { context, sent, results } = fakeService({ [`POST ${path}`]: match });
    expect(await decideCompanyMatch(context, 'cmp_1', choice)).toBe(true);
    expect(sent[0]).toMatchObject({ path, options: { params: { path: { match_id: 'cmp_1' } }, body } });
    expect(results).toEqual([text]);
  });

  it.each([{}, { client: 12, separate: true }])('refuses %j', async (choice) => {
    const { context, sent } = fakeService({});
    await expect(decideCompanyMatch(context, 'cmp_1', choice)).rejects.toThrow(UsageError);
    expect(sent).toEqual([]);
  });
});
