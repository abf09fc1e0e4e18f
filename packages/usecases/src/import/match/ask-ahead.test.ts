import { describe, expect, it } from '@jest/globals';

import type { ImportIntent } from '../../ports/import-store.js';
import type { KnownOfBatch } from '../batch.js';
import type { MatchedRow } from '../import-row-state.js';
import { withLookAhead } from '../look-ahead.js';
import { alex, knownLead, robin, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { askAhead } from './ask-ahead.js';
import { freshnessOf } from './choose-ticket.js';
import { readKnown } from './read-known.js';

const begun: ImportIntent = { kind: 'create', at: '2026-01-31T08:59:30.000Z' };
const { known: nobody } = stageContext(createImportWorld());
const emailOf = (value: string) => ({ kind: 'email', value }) as const;

/** The calls that are sent immediately when these rows are queried in advance. */
async function ask(
  rows: readonly MatchedRow[],
  {
    known = nobody,
    asksAhead = true,
    inherited = [],
  }: { known?: KnownOfBatch; asksAhead?: boolean; inherited?: readonly string[] } = {},
) {
  const world = createImportWorld();
  const context = stageContext(world, {
    ahead: asksAhead ? withLookAhead(world.deps.caches) : null,
    known,
    batch: { rows: rows.map(({ row }) => row) },
    claims: { inherited: new Set(inherited) },
  });
  askAhead(rows, context);
  await new Promise((resolve) => setImmediate(resolve));
  return { ...world, context, calls: world.psa.calls };
}

function recorded(known: Parameters<typeof knownLead>[1] = {}): MatchedRow {
  const row = rowState();
  row.known = knownLead(row, known);
  return row;
}

describe('the queries sent to the PSA in advance', () => {
  it.each<[string, MatchedRow, readonly string[]]>([
    ['a newcomer: contact and client', rowState(), ['findUsers', 'searchClients']],
    [
      'a newcomer without an email: the client',
      rowState({ first_name: 'Alex', last_name: 'Example', company: 'Example Inc' }),
      ['searchClients'],
    ],
    ['an early lead of ours: the contact of its record', recorded(), ['getUser']],
    ['a lead of ours past the early stage: nothing', recorded({ isEarly: false }), []],
    ['a lead of ours without a ticket: nothing', recorded({ psaTicketId: null }), []],
    ['a lead of ours whose contact is not recorded: nothing', recorded({ psaUserId: null }), []],
    ['a row that an earlier run began: nothing', rowState(alex, { intent: begun }), []],
  ])('of %s', async (_whom, row, calls) => {
    expect((await ask([row])).calls).toEqual(calls);
  });

  it('are none if no caller waits', async () => {
    expect((await ask([rowState()], { asksAhead: false })).calls).toEqual([]);
  });

  it('are none if any of the rows may already have begun', async () => {
    const row = rowState();
    expect((await ask([row], { inherited: [row.recordKey] })).calls).toEqual([]);
    expect((await ask([rowState(robin), rowState(alex, { index: 1, intent: begun })])).calls).toEqual([]);
  });

  it('are none for a person who has opted out', async () => {
    const optedOut = new Map([['email:alex@example.com', { suppressionId: 'sup_1' }]]);
    const { calls } = await ask([rowState()], { known: { ...nobody, optedOut } });
    expect(calls).toEqual([]);
    const beside = await ask([rowState(), rowState(robin, { index: 1 })], { known: { ...nobody, optedOut } });
    expect(beside.calls).toEqual(['findUsers', 'searchClients']);
  });

  it('omit stored clients, and include a company only once', async () => {
    const known = { companyKey: 'example', clientId: 10, siteId: 20 };
    const companies = new Map([['example', known]]);
    expect((await ask([rowState()], { known: { ...nobody, companies } })).calls).toEqual(['findUsers']);
    const colleagues = [rowState(), rowState({ ...alex, email: 'sam@example.com' }, { index: 1 })];
    expect((await ask(colleagues)).calls.toSorted()).toEqual(['findUsers', 'findUsers', 'searchClients']);
  });

  it('include a contact only once if several records name it', async () => {
    const [one, two] = [recorded(), recorded()];
    expect((await ask([one, two])).calls).toEqual(['getUser']);
  });

  it('are used by later lookups, so that nothing is queried twice', async () => {
    const { context, psa } = await ask([rowState()]);
    const key = 'email:alex@example.com';
    const { batch, session, ahead } = context;
    const notBefore = batch.rows[0]?.acceptedAt ?? 0;
    const found = await ahead?.users.find(session, [{ key, term: 'alex@example.com' }], {
      notBefore,
      upcoming: 0,
    });
    expect(found?.get(key)).toEqual([]);
    expect(psa.calls.filter((call) => call === 'findUsers')).toHaveLength(1);
  });

  it('are used by later stages even if the clock of the accepting process is slightly ahead', async () => {
    const row = rowState(alex, { acceptedAt: createImportWorld().clock.now() + 200 });
    const { context, clock, psa } = await ask([row]);
    clock.pass(50);
    const key = 'email:alex@example.com';
    await context.ahead?.users.find(
      context.session,
      [{ key, term: 'alex@example.com' }],
      freshnessOf([row], context),
    );
    expect(psa.calls.filter((call) => call === 'findUsers')).toHaveLength(1);
  });
});

describe('what our records contain', () => {
  it('is who has opted out, and which companies are stored', async () => {
    const world = createImportWorld();
    world.store.optOut([emailOf('alex@example.com')]);
    const example = { companyKey: 'example', clientId: 10, siteId: 20 };
    await world.store.rememberCompanies([example]);
    const rows = [rowState(), rowState(robin, { index: 1 })];
    const known = await readKnown(rows, stageContext(world));
    expect(known.askedKeys).toContain('email:robin@example.org');
    expect(known.optedOut).toEqual(new Map([['email:alex@example.com', { suppressionId: 'sup_1' }]]));
    expect([...known.companies.values()]).toEqual([example]);
    expect([...known.askedCompanies]).toEqual(['example', 'sample']);
  });
});
