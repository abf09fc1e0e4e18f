import { expect, it } from '@jest/globals';

import type { MatchedRow } from '../import-row-state.js';
import { callsOfCreation, plannedCalls } from './planned-calls.js';
import { createDryRunMemory } from '../dry-run/dry-run-memory.js';
import { readKnown } from '../match/read-known.js';
import { alex, robin, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';

type Plan = NonNullable<MatchedRow['plan']>;

function rowsOf(count: number, plan: object, isMirrored = false): MatchedRow[] {
  const row = { plan: plan as unknown as Plan, outcome: null, fault: null, isMirrored };
  return Array.from({ length: count }, () => row as unknown as MatchedRow);
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

const company = { companyKey: 'example', clientId: 10, siteId: 20 };
const fresh = (learnt: Partial<MatchedRow> = {}, data: unknown = alex): MatchedRow =>
  rowState(data, { learnt: { plan: { kind: 'create' }, ...learnt } });

it.each<[string, readonly MatchedRow[], Setting, number]>([
  ['an unknown company: client, site, contact, ticket and two lists', [fresh()], {}, 6],
  ['a stored company', [fresh()], { isStored: true }, 4],
  ['a known contact', [fresh({ psaIds: { clientId: 10, siteId: 20, userId: 200 } })], {}, 3],
  ['a PSA that lists tickets on creation', [fresh()], { listing: 'on_creation' }, 4],
  ['a lead that stays', rowsOf(1, { kind: 'leave' }), {}, 0],
  ['several leads', [fresh(), fresh({}, robin)], {}, 0],
  ['a dry run', [fresh()], { dryRun: createDryRunMemory() }, 0],
])(
  'the calls that create a lead: of %s',
  async (_which, rows, { isStored, listing, dryRun }: Setting, calls) => {
    const world = createImportWorld(listing === undefined ? {} : { listing });
    await world.store.rememberCompanies(isStored === true ? [company] : []);
    const context = stageContext(world, dryRun === undefined ? {} : { dryRun });
    const known = await readKnown([fresh()], context);
    expect(callsOfCreation(rows, { ...context, known })).toBe(calls);
  },
);

interface Setting {
  readonly isStored?: boolean;
  readonly listing?: 'on_creation';
  readonly dryRun?: ReturnType<typeof createDryRunMemory>;
}
