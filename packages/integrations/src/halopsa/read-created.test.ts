import { describe, expect, it } from '@jest/globals';

import { readCreatedArray } from './read-created.js';
import { actions, tickets } from './requests.js';

const items = [{ third_party_id_string: 'lb:1' }, { third_party_id_string: 'lb:2' }];
const rows = [
  { id: 11, third_party_id_string: 'lb:1' },
  { id: 12, third_party_id_string: 'lb:2' },
];
const created = [
  { ok: true, id: 11 },
  { ok: true, id: 12 },
];
const lost = { ok: false, uncertain: true, message: expect.any(String) };

const resultsOf = (json: unknown) => {
  const read = readCreatedArray(json, items, tickets);
  return read.kind === 'results' ? read.results : read;
};

describe('the response of a HaloPSA to an array', () => {
  it.each([
    ['bare', rows],
    ['in an envelope', { record_count: 2, tickets: rows }],
    ['wrapped', { data: rows }],
    ['with ids as texts', rows.map((row) => ({ ...row, id: String(row.id) }))],
    [
      'with names in PascalCase',
      rows.map(({ id, ...row }) => ({ Id: id, ThirdPartyIdString: row.third_party_id_string })),
    ],
  ])('is read %s', (_name, json) => {
    expect(resultsOf(json)).toEqual(created);
  });

  it.each([
    ['the last object alone', rows[1]],
    ['an array of the last object alone', [rows[1]]],
    ['an object too many', [...rows, { id: 13 }]],
    ['nothing', null],
    ['no object', [null, null]],
    ['a text', 'OK'],
  ])('that is %s returns none', (_name, json) => {
    expect(resultsOf(json)).toEqual([lost, lost]);
  });

  it('does not return an object with different content', () => {
    expect(resultsOf([rows[1], rows[0]])).toEqual([lost, lost]);
    expect(resultsOf([rows[0], { id: 99, third_party_id_string: 'lb:9' }])).toEqual([created[0], lost]);
  });

  it('returns a note only if it belongs to the ticket that it was written to', () => {
    const notes = [7, 8].map((ticket_id) => ({ ticket_id, note: `of ${ticket_id}` }));
    const shown = (place: number) => [
      { id: 1, ticket_id: 7, note: 'of 7' },
      { id: 2, ticket_id: place, note: 'of 8' },
    ];
    const results = (place: number) => readCreatedArray(shown(place), notes, actions);
    expect(results(8)).toEqual({ kind: 'results', results: [1, 2].map((id) => ({ ok: true, id })) });
    expect(results(7)).toEqual({ kind: 'results', results: [{ ok: true, id: 1 }, lost] });
  });

  it('returns changed tickets by their ids', () => {
    const changes = [11, 12].map((id) => ({ id, customfields: [] }));
    expect(readCreatedArray(rows, changes, tickets)).toEqual({ kind: 'results', results: created });
    const others = readCreatedArray([...rows].reverse(), changes, tickets);
    expect(others).toEqual({ kind: 'results', results: [lost, lost] });
  });
});
