import { expect, it } from '@jest/globals';

import type { ImportRowState } from './import-row-state.js';
import { plannedCalls } from './planned-calls.js';

type Plan = NonNullable<ImportRowState['plan']>;

function rowsOf(count: number, plan: object, isMirrored = false): ImportRowState[] {
  const row = { plan: plan as unknown as Plan, outcome: null, fault: null, isMirrored };
  return Array.from({ length: count }, () => row as unknown as ImportRowState);
}

const created = rowsOf(100, { kind: 'create' });
const left = rowsOf(100, { kind: 'leave' });
const updated = rowsOf(100, { kind: 'update', contact: {} });
const mirrored = rowsOf(100, { kind: 'update', contact: {} }, true);
const withContact = rowsOf(100, { kind: 'update', contact: { phonenumber: '1' } });

it.each([
  ['nothing', 'by_items', [], 0],
  ['rows that stay', 'by_items', left, 0],
  ['leads created together', 'by_items', created, 10],
  ['leads created one by one', 'on_creation', created, 300],
  ['updates', 'by_items', updated, 105],
  ['updates of tickets known from the mirror', 'by_items', mirrored, 145],
  ['updates of contacts too', 'by_items', withContact, 305],
  ['all of them', 'by_items', [...created, ...left, ...updated], 115],
] as const)('the calls that a batch plans for %s', (_which, listing, rows, calls) => {
  expect(plannedCalls(rows, { listing })).toBeCloseTo(calls);
});
