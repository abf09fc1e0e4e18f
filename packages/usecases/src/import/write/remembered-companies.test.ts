import { describe, expect, it } from '@jest/globals';

import type { ImportStore, KnownCompany } from '../../ports/import-store.js';
import { alex, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { recall, recallKnown, remember, type Company } from './remembered-companies.js';

const example: KnownCompany = { companyKey: 'example', clientId: 10, siteId: 20 };

const companyOf = (company: Partial<Company> = {}): Company => ({
  ...{ key: 'example', rows: [rowState(alex)], client: { name: 'Example' } },
  ...{ domains: [], isOwned: false, isGiven: false, followers: [], rule: null, isNamed: false },
  ...{ clientId: null, siteId: null, isCreated: false, isUnsettled: false },
  ...company,
});

async function storeOf(...known: readonly KnownCompany[]) {
  const world = createImportWorld();
  await world.store.rememberCompanies(known);
  return world;
}

describe('a stored company', () => {
  it('sets client and site for all its rows, and marks them as not read', async () => {
    const { store } = await storeOf(example);
    const company = companyOf({ rows: [rowState(alex), rowState(alex, { index: 1 })] });
    expect(await recall([company], store)).toEqual([]);
    expect([company.clientId, company.siteId]).toEqual([10, 20]);
    expect(company.rows.map(({ arePsaIdsRemembered }) => arePsaIdsRemembered)).toEqual([true, true]);
  });

  it('does not affect others', async () => {
    const { store } = await storeOf(example);
    const other = companyOf({ key: 'sample' });
    expect(await recall([other, companyOf()], store)).toEqual([other]);
    expect([other.clientId, other.rows[0]?.arePsaIdsRemembered]).toEqual([null, false]);
  });

  it.each([
    [10, true],
    [11, false],
  ])('serves a contact with client %d, as far as that is the same: %s', async (clientId, isRecalled) => {
    const { store } = await storeOf(example);
    const company = companyOf({ clientId });
    expect((await recall([company], store)).length === 0).toBe(isRecalled);
    expect([company.clientId, company.siteId]).toEqual([clientId, isRecalled ? 20 : null]);
  });
});

describe('what a batch has read when it began', () => {
  async function ask(askedCompanies: readonly string[]) {
    const world = await storeOf(example);
    let reads = 0;
    const findCompanies: ImportStore['findCompanies'] = async (keys) => {
      reads += 1;
      return await world.store.findCompanies(keys);
    };
    const { known } = stageContext(world);
    const missing = await recallKnown([companyOf()], {
      known: { ...known, askedCompanies: new Set(askedCompanies) },
      store: { ...world.store, findCompanies },
    });
    return { reads, missing: missing.length };
  }

  it.each<[string, readonly string[], number, number]>([
    ['tells too that nothing is remembered', ['example'], 0, 1],
    ['says nothing of a company that was not asked about', ['sample'], 1, 0],
  ])('%s', async (_which, asked, reads, missing) => {
    expect(await ask(asked)).toEqual({ reads, missing });
  });
});

describe('companies that got a client and a site', () => {
  const former = { companyKey: 'former', clientId: 12, siteId: 22 };
  const older = { companyKey: 'older', clientId: 9, siteId: 19 };

  /** The keys that are stored after a company with the client 10 was, in a batch that knew this highest id. */
  async function storedAfter({
    isCreated,
    highest = 12,
    tookMs = 0,
  }: {
    readonly isCreated: boolean;
    readonly highest?: number;
    readonly tookMs?: number;
  }): Promise<readonly string[]> {
    const world = await storeOf(former, older);
    const context = stageContext(world);
    world.clock.pass(tookMs);
    const known = { ...context.known, highest: { ticketId: 0, clientId: highest } };
    await remember([companyOf({ clientId: 10, siteId: 20, isCreated })], { ...context, known });
    return [...world.store.companies.keys()];
  }

  it('are stored and settled; the others are not', async () => {
    const world = await storeOf();
    const settled = companyOf({ clientId: 10, siteId: 20, isUnsettled: true });
    const others = [
      companyOf({ key: 'sample', clientId: 11, isUnsettled: true }),
      companyOf({ key: 'third', siteId: 21, isUnsettled: true }),
    ];
    await remember([settled, ...others], stageContext(world));
    expect([...world.store.companies.values()]).toEqual([example]);
    expect([settled, ...others].map(({ isUnsettled }) => isUnsettled)).toEqual([false, true, true]);
  });

  it('that are new reveal, by ids like theirs, which stored ones date from before a restore of the PSA', async () => {
    expect(await storedAfter({ isCreated: true })).toEqual(['older', 'example']);
  });

  it('that were found reveal no such thing', async () => {
    expect(await storedAfter({ isCreated: false })).toEqual(['former', 'older', 'example']);
  });

  it.each([
    ['was not reached', 10, 0, false],
    ['was passed', 9, 0, true],
    ['was passed, but long ago', 9, 20_001, false],
  ])('are not compared if the highest known id %s', async (_how, highest, tookMs, isKept) => {
    const stored = await storedAfter({ isCreated: true, highest, tookMs });
    expect(stored.includes('former')).toBe(isKept);
  });
});
