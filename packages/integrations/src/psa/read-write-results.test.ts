import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { readArrayResults, readSingleResult } from './read-write-results.js';

const kind = { key: 'tickets' };
const ok = (id: number) => ({ ok: true, id });
const uncertain = { ok: false, uncertain: true, message: expect.any(String) };
const refused = (message: string) => ({ ok: false, uncertain: false, message });
const items = [{ summary: 'A' }, { summary: 'B' }, { summary: 'C' }];

function resultsOf(json: unknown, sent: readonly object[] = items) {
  const read = readArrayResults(json, sent, kind);
  return read.kind === 'results' ? read.results : read;
}

describe('the response for one object', () => {
  it.each([
    ['bare', { id: 7, status: 'New' }],
    ['wrapped', { ticket: { id: 7 } }],
    ['in an array', [{ id: '7' }]],
    ['in an envelope', { record_count: 1, tickets: [{ id: 7 }] }],
    ['as a status', [{ index: 0, status: 201, id: 7 }]],
  ])('is read %s', (_name, json) => {
    expect(readSingleResult(json, kind)).toEqual(ok(7));
  });

  it.each([
    [{ error: 'No such user' }, 'No such user'],
    [{ success: false, message: 'No such user' }, 'No such user'],
    [[{ index: 0, status: 400, error: 'No such user' }], 'No such user'],
    [{ ClassName: 'System.Exception', Message: 'No such user' }, 'No such user'],
    [{ Message: 'An error has occurred.', ExceptionMessage: 'No such user' }, 'No such user'],
  ])('with a success status and an error is rejected: %j', (json, message) => {
    expect(readSingleResult(json, kind)).toEqual(refused(message));
  });

  it.each([[null], [{}], [[]], [{ message: 'Created' }], ['ok'], [{ id: 0 }]])(
    'without an identifier is uncertain: %j',
    (json) => {
      expect(readSingleResult(json, kind)).toEqual(uncertain);
      expect(readSingleResult(json, { ...kind, idOptional: true })).toEqual(ok(0));
    },
  );
});

describe('the response for an array', () => {
  it('is matched by index, in any order and with repeated entries', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('created', 'refused', 'missing', 'without id', 'failed'), {
          minLength: 2,
          maxLength: 100,
        }),
        fc.infiniteStream(fc.nat()),
        fc.boolean(),
        fc.boolean(),
        (fates, random, doubled, words) => {
          const entries = fates.flatMap((fate, index) => {
            switch (fate) {
              case 'created':
                return [{ index, status: words ? 'created' : 201, id: 1000 + index }];
              case 'refused':
                return [{ index, status: words ? 'failed' : 400, error: `Fault ${index}` }];
              case 'without id':
                return [{ index, status: words ? 'created' : 200 }];
              case 'failed':
                return [{ index, status: 503, error: 'Busy' }];
              default:
                return [];
            }
          });
          fc.pre(entries.length > 1);
          const shuffled = (doubled ? [...entries, ...entries] : entries)
            .map((entry) => ({ entry, key: random.next().value }))
            .sort((left, right) => left.key - right.key)
            .map(({ entry }) => entry);
          const expected = fates.map((fate, index) => {
            if (fate === 'created') {
              return ok(1000 + index);
            }
            return fate === 'refused' ? refused(`Fault ${index}`) : uncertain;
          });
          expect(
            resultsOf(
              shuffled,
              fates.map((fate) => ({ summary: fate })),
            ),
          ).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([408, 423, 425, 429, 503])('is uncertain with the status %i of something that passes', (status) => {
    const read = readArrayResults([{ index: 0, status, error: 'Locked' }], [{}], kind);
    expect(read).toMatchObject({ results: [{ ok: false, uncertain: true, message: 'Locked' }] });
  });

  it('is read in an envelope, with indexes and statuses as texts', () => {
    const results = [
      { index: '2', status: '201', id: '12' },
      { index: '0', status: 'OK', id: 10 },
      { index: '1', success: false, message: 'No such user' },
    ];
    expect(resultsOf({ results })).toEqual([ok(10), refused('No such user'), ok(12)]);
  });

  it('is uncertain if it contradicts itself', () => {
    const json = [
      { index: 0, status: 201, id: 10 },
      { index: 0, status: 400, error: 'No such user' },
      { index: 1, status: 201, id: 11 },
      { index: 1, status: 201, id: 99 },
      { index: 2, status: 201, id: 12 },
    ];
    expect(resultsOf(json)).toEqual([uncertain, uncertain, ok(12)]);
  });

  it('is not trusted at all if it counts from one', () => {
    const json = [1, 2, 3].map((index) => ({ index, status: 201, id: index }));
    expect(resultsOf(json)).toEqual([uncertain, uncertain, uncertain]);
  });

  it('without indexes is matched by the written content, never by order', () => {
    const created = [
      { id: 12, Summary: 'c' },
      { id: 10, summary: 'A' },
      { id: 11, summary: 'B' },
    ];
    expect(resultsOf(created)).toEqual([ok(10), ok(11), ok(12)]);
    expect(resultsOf(created.slice(1))).toEqual([ok(10), ok(11), uncertain]);
    expect(resultsOf([{ id: 1 }, { id: 2 }, { id: 3 }])).toEqual([uncertain, uncertain, uncertain]);
    expect(resultsOf(created, [{ summary: 'A' }, { summary: 'A' }, { summary: 'B' }])).toEqual([
      uncertain,
      uncertain,
      ok(11),
    ]);
  });

  it.each([[null], [{}], [{ id: 5 }], [[]], ['ok']])(
    'without any results is uncertain for all: %j',
    (json) => {
      expect(resultsOf(json)).toEqual([uncertain, uncertain, uncertain]);
    },
  );

  it.each([
    [{ error: 'Send one object' }],
    [[{ error: 'Send one object' }]],
    [{ error: 'Send one object', results: [] }],
  ])('that is one error rejects the array: %j', (json) => {
    expect(resultsOf(json)).toEqual({ kind: 'refused', message: 'Send one object' });
  });
});
