import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ImportIntent } from '../../ports/import-store.js';
import type { PsaUser } from '../../ports/psa.js';
import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import { createCompleteMirror } from '../testing/complete-mirror.js';
import { alex, robin, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { forgetRefusedPsaIds } from './refused-places.js';
import { createUsers } from './users.js';

const begun: ImportIntent = { kind: 'create', at: '2026-01-31T08:59:30.000Z' };
const psaIds = { clientId: 10, siteId: 20, userId: null };
const nameless = { phone: '+12025550100', first_name: 'Alex', last_name: 'Example' };
const fault = fc.constantFrom('ok', 'response_lost', 'request_lost', 'refused');

const fresh = (data: unknown = alex, given: RowGiven = {}) =>
  rowState(data, { ...given, learnt: { plan: { kind: 'create' }, psaIds } });

function setUp(options: MemoryPsaOptions = {}) {
  const world = createImportWorld(options);
  return { ...world, context: stageContext(world) };
}

describe('the contacts of new leads', () => {
  it("are created with the lead's personal data, at the client and site of its company", async () => {
    const { context, psa, clock } = setUp();
    const row = fresh({ ...alex, phone: '+12025550100', linkedin_url: 'linkedin.com/in/alex' });
    await createUsers([row], context);
    expect(psa.users.get(row.psaIds.userId ?? 0)).toMatchObject({
      ...{ clientId: 10, siteId: 20, email: 'alex@example.com', firstName: 'Alex', lastName: 'Example' },
      ...{ phonenumber: '+12025550100', linkedinUrl: expect.stringContaining('linkedin.com/in/alex') },
    });
    expect(context.observed.all().contacts).toMatchObject([
      {
        id: row.psaIds.userId,
        observedAt: clock.now(),
        keys: ['email:alex@example.com'],
        item: {
          ...{ clientName: 'Example', firstName: 'Alex', lastName: 'Example' },
          ...{ phonenumber: '+12025550100', linkedinUrl: expect.stringContaining('linkedin.com/in/alex') },
        },
      },
    ]);
  });

  it('are visible to later reads of the PSA caches', async () => {
    const { context } = setUp();
    const added: PsaUser[] = [];
    const users = { ...context.caches.users, add: (user: PsaUser) => void added.push(user) };
    const row = fresh();
    await createUsers([row], { ...context, caches: { ...context.caches, users } });
    expect(added).toMatchObject([{ id: row.psaIds.userId, email: 'alex@example.com' }]);
  });

  it.each<[string, ReturnType<typeof fresh>]>([
    [
      'that has one',
      rowState(alex, { learnt: { plan: { kind: 'create' }, psaIds: { ...psaIds, userId: 9 } } }),
    ],
    [
      'without a client',
      rowState(alex, { learnt: { plan: { kind: 'create' }, psaIds: { ...psaIds, clientId: null } } }),
    ],
    [
      'without a site',
      rowState(alex, { learnt: { plan: { kind: 'create' }, psaIds: { ...psaIds, siteId: null } } }),
    ],
    ['whose ticket is there', rowState(alex, { learnt: { plan: { kind: 'adopt' }, psaIds } })],
  ])('are none for a row %s', async (_which, row) => {
    const { context, psa } = setUp();
    const before = row.psaIds;
    await createUsers([row], context);
    expect([psa.calls, row.psaIds]).toEqual([[], before]);
  });

  it('are one for each row, even if responses are lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fault, { maxLength: 2 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (fates, hasEmails) => {
          const { context, psa } = setUp();
          const rows = fates.map((_, index) =>
            fresh(
              hasEmails
                ? { ...alex, email: `alex${index}@example.com` }
                : { ...nameless, phone: `+1202555010${index}`, last_name: `Example ${'abcd'[index] ?? ''}` },
              { index },
            ),
          );
          psa.faults.plan(
            'createUsers',
            ...fates.map(([first = 'ok']) => first),
            ...fates.flatMap(([, next]) => next ?? []),
          );
          await createUsers(rows, context);
          const made = rows.flatMap((row) => row.psaIds.userId ?? []);
          expect(new Set(made)).toEqual(new Set(psa.users.keys()));
          rows.forEach(({ psaIds: { userId }, outcome, fault: ofRow }) => {
            expect([userId !== null, outcome !== null, ofRow !== null].filter(Boolean)).toHaveLength(1);
          });
        },
      ),
      { numRuns: 30 },
    );
  });

  it('that the PSA refuses fail alone', async () => {
    const { context, psa } = setUp();
    const rows = [fresh(), fresh(robin, { index: 1 })];
    psa.faults.plan('createUsers', 'refused');
    await createUsers(rows, context);
    expect(rows.map(({ outcome }) => outcome)).toMatchObject([{ code: 'EXTERNAL_API_ERROR' }, null]);
    expect(rows[1]?.psaIds.userId).not.toBeNull();
  });
});

describe('a contact whose response was lost', () => {
  it.each<[string, unknown, Partial<PsaUser>, boolean]>([
    ['their address', alex, { email: 'alex@example.com' }, true],
    ['their address, deactivated', alex, { email: 'alex@example.com', isInactive: true }, false],
    [
      'their address as a second one',
      alex,
      { email: 'a@example.com', otherEmails: ['alex@example.com'] },
      false,
    ],
    [
      'their names, at their client',
      nameless,
      { firstName: 'Alex', lastName: 'Example', clientId: 10 },
      true,
    ],
    [
      'their names, at another client',
      nameless,
      { firstName: 'Alex', lastName: 'Example', clientId: 11 },
      false,
    ],
    [
      'their names and more',
      nameless,
      { firstName: 'Alex', lastName: 'Example Junior', clientId: 10 },
      false,
    ],
    [
      'their names, deactivated',
      nameless,
      { firstName: 'Alex', lastName: 'Example', clientId: 10, isInactive: true },
      false,
    ],
  ])('is, or is not, the one with %s', async (_which, data, user, isTheirs) => {
    const { context, psa } = setUp();
    const { id } = psa.addUser(user);
    const row = fresh(data);
    psa.faults.plan('createUsers', 'request_lost');
    await createUsers([row], context);
    expect(psa.users.size).toBe(isTheirs ? 1 : 2);
    expect(row.psaIds.userId === id).toBe(isTheirs);
  });
});

describe('after a crash', () => {
  const theirs = { firstName: 'Alex', lastName: 'Example', clientId: 10 };

  it.each<[string, boolean, boolean]>([
    ['that an earlier run began', true, false],
    ['whose key a killed worker left behind', false, true],
  ])('a contact without an email is searched for by the row %s', async (_which, isBegun, isInherited) => {
    const { context, psa } = setUp();
    const { id } = psa.addUser(theirs);
    const row = fresh(nameless, { intent: isBegun ? begun : null });
    const claims = { ...context.claims, inherited: new Set(isInherited ? [row.recordKey] : []) };
    await createUsers([row], { ...context, claims });
    expect([row.psaIds, psa.writes]).toEqual([{ clientId: 10, siteId: 20, userId: id }, []]);
  });

  it('is created if it does not exist', async () => {
    const { context, psa } = setUp();
    const row = fresh(nameless, { intent: begun });
    await createUsers([row], context);
    expect(psa.calls).toEqual(['findUsers', 'createUsers']);
    expect(psa.users.has(row.psaIds.userId ?? 0)).toBe(true);
  });

  it.each<[string, unknown, RowGiven]>([
    ['a row that was not begun', nameless, {}],
    ['a person with an email, because that is searched by email', alex, { intent: begun }],
  ])('no contact is searched for by name for %s', async (_whom, data, given) => {
    const { context, psa } = setUp();
    psa.addUser(theirs);
    await createUsers([fresh(data, given)], context);
    expect(psa.calls).toEqual(['createUsers']);
  });
});

describe('a remembered client or contact that the PSA refuses', () => {
  async function refuse(isRemembered: boolean) {
    const world = createImportWorld();
    const { mirror, knowsContact } = await createCompleteMirror(world.clock);
    const context = stageContext(world, { mirror });
    await knowsContact(world.psa.addUser({ id: 200, email: 'sam@example.com' }));
    await world.store.rememberCompanies([
      { companyKey: 'example', clientId: 10, siteId: 20 },
      { companyKey: 'sample', clientId: 11, siteId: 21 },
    ]);
    const row = fresh();
    row.arePsaIdsRemembered = isRemembered;
    world.psa.faults.plan('createUsers', 'refused');
    await createUsers([row], context);
    return { ...world, context, row, mirror };
  }

  it('is forgotten, and the row is retried by a run that searches for it', async () => {
    const { row, store } = await refuse(true);
    expect([row.outcome, row.fault?.name]).toEqual([null, 'RememberedPlaceError']);
    expect([...store.companies.keys()]).toEqual(['sample']);
  });

  it('is not forgotten if this run has read it', async () => {
    const { row, store } = await refuse(false);
    expect([row.fault, row.outcome?.status]).toEqual([null, 'failed']);
    expect(store.companies.size).toBe(2);
  });

  it('is also removed from the mirror, with the contact', async () => {
    const { context, row, mirror } = await refuse(true);
    const evicted: [string, readonly number[]][] = [];
    const evict = async (...given: [string, readonly number[]]) => Promise.resolve(void evicted.push(given));
    row.psaIds = { ...row.psaIds, userId: 200 };
    await forgetRefusedPsaIds([row], { ...context, mirror: Object.assign(mirror, { evict }) });
    expect(evicted).toEqual([
      ['clients', [10]],
      ['contacts', [200]],
    ]);
  });

  it('is not forgotten if the row failed for another reason', async () => {
    const { context, store } = await refuse(false);
    const fine = fresh(robin, { index: 1 });
    fine.arePsaIdsRemembered = true;
    await forgetRefusedPsaIds([fine], context);
    expect(store.companies.size).toBe(2);
  });
});
