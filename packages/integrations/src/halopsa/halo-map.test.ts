import { describe, expect, it } from '@jest/globals';
import { PSA_STATUS_IDS, STATUSES } from '@leadbridge/domain';
import fc from 'fast-check';

import { fromWire, knownStatuses, normalName, statusNumber } from './halo-map.js';

const statuses = Object.values(STATUSES).flat();

describe('the number of a status', () => {
  it("is the specification's, if it has one", () => {
    for (const status of statuses) {
      const specified = PSA_STATUS_IDS[status];
      if (specified !== undefined) {
        expect(statusNumber(status)).toBe(specified);
      }
    }
  });

  it('belongs to one status only, and to no foreign one', () => {
    const numbers = statuses.map(statusNumber);
    expect(new Set(numbers).size).toBe(statuses.length);
    expect(Math.min(...numbers)).toBeGreaterThan(0);
    expect(Math.max(...numbers)).toBeLessThan(fromWire(new Map(), 0));
  });
});

describe('an id of the PSA in our numbers', () => {
  const ids = new Map([
    [1, 61],
    [2, 62],
  ]);

  it('is the number that it maps to', () => {
    expect([61, 62].map((wire) => fromWire(ids, wire))).toEqual([1, 2]);
  });

  it('is never one of ours if it maps to none, even if the PSA uses the same number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (wire) => {
        const number = fromWire(ids, wire);
        expect(ids.has(number)).toBe(wire === 61 || wire === 62);
      }),
    );
    expect(fromWire(ids, 1)).toBe(1_001);
    expect(fromWire(ids, null)).toBe(1_000);
  });
});

it.each([
  ['CFLead Source', 'cflead source'],
  ['  Lead_Source: ', 'lead source'],
  ['11–50', '11 50'],
  ['11 - 50', '11 50'],
  ['10000+', '10000+'],
  ['Ｌｅａｄ', 'lead'],
  ['Büro & Co.', 'büro co'],
  ['日本', '日本'],
  ['---', ''],
])('the name %j is compared as %j', (name, expected) => {
  expect(normalName(name)).toBe(expected);
});

it('a normal name stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (name) => {
      expect(normalName(normalName(name))).toBe(normalName(name));
    }),
  );
});

it('the known statuses are those that the PSA has', () => {
  const map = { statusIds: new Map([[statusNumber('won'), 75]]) };
  expect(knownStatuses(map)).toEqual([{ id: statusNumber('won'), name: 'Won' }]);
});
