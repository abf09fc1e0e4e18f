import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { EntityTable } from './entity-table.js';

interface Row {
  readonly id: number;
  kind: number;
  owner: number;
  label: string;
}

function table(): EntityTable<Row> {
  return new EntityTable<Row>({
    changed: () => undefined,
    indexed: ['kind', 'owner'],
    firstId: 10,
    texts: (row) => ({ emails: [], texts: [row.label] }),
  });
}

const small = fc.nat(3);
const step = fc.oneof(
  fc.record({
    do: fc.constant('insert' as const),
    kind: small,
    owner: small,
    label: fc.constantFrom('x', 'xy', 'z'),
  }),
  fc.record({ do: fc.constant('update' as const), at: fc.nat(20), kind: small }),
  fc.record({ do: fc.constant('remove' as const), at: fc.nat(20) }),
);

describe('EntityTable', () => {
  it('counts ids from the first one, and on from the highest that was inserted', () => {
    const rows = table();
    expect(rows.nextId()).toBe(10);
    rows.insert({ id: 90, kind: 1, owner: 1, label: '' });
    expect(rows.nextId()).toBe(91);
  });

  it('hides a row from searches for a while, and from nothing else', async () => {
    const rows = table();
    rows.insert({ id: 10, kind: 1, owner: 1, label: 'xy' });
    rows.insert({ id: 11, kind: 1, owner: 1, label: 'xz' });
    rows.hideFromSearch(11, 400);
    const search = () => rows.select({ filters: [['kind', 1]], search: 'x' });
    expect(search()).toEqual([10]);
    expect(rows.select({ filters: [['kind', 1]] })).toEqual([10, 11]);
    await new Promise((resolve) => setTimeout(resolve, 410));
    expect(search()).toEqual([10, 11]);
  });

  it('selects what a filter over all rows would select, after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        small,
        small,
        fc.constantFrom('', 'x', 'Y'),
        (steps, kind, owner, search) => {
          const rows = table();
          for (const each of steps) {
            // Selecting in between fills the table's cache, which a later change must invalidate.
            rows.select({
              filters: [
                ['kind', kind],
                ['owner', owner],
              ],
              search,
            });
            if (each.do === 'insert') {
              rows.insert({ id: rows.nextId(), kind: each.kind, owner: each.owner, label: each.label });
              continue;
            }
            const row = rows.get(10 + each.at);
            if (row !== undefined && each.do === 'update') {
              rows.update(row, { kind: each.kind, label: 'y' });
            } else if (row !== undefined) {
              rows.remove(row.id);
            }
          }
          const expected = (matches: (row: Row) => boolean): number[] =>
            rows
              .all()
              .filter(matches)
              .map((row) => row.id);
          expect(rows.select({ filters: [['kind', kind]] })).toEqual(expected((row) => row.kind === kind));
          expect(
            rows.select({
              filters: [
                ['kind', kind],
                ['owner', owner],
              ],
              search,
            }),
          ).toEqual(
            expected(
              (row) => row.kind === kind && row.owner === owner && row.label.includes(search.toLowerCase()),
            ),
          );
        },
      ),
    );
  });

  it('keeps the results of different conditions apart', () => {
    const rows = table();
    rows.insert({ id: 10, kind: 1, owner: 1, label: '' });
    const first = rows.select({ filters: [], condition: { name: 'none', matches: () => false } });
    const second = rows.select({ filters: [], condition: { name: 'every', matches: () => true } });
    expect([first, second]).toEqual([[], [10]]);
  });
});
