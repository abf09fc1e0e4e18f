import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testServers, until } from '@leadbridge/devkit';
import {
  matchIdOf,
  type AuditEntry,
  type CompanyAliases,
  type CompanyMatchStore,
  type CompanyReview,
  type ImportStore,
} from '@leadbridge/usecases';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createErasureStore } from '../erasure/erasure-store.js';
import { erasureOf } from '../erasure/testing/erasure-of.js';
import { createPsaMirrorStore } from '../psa-mirror/psa-mirror-store.js';
import { createImportStore } from '../transactions/import-store.js';
import { createCompanyMatchStore } from './company-match-store.js';
import { companyMatchModel } from './company-match-model.js';
import { writeReviews } from './company-reviews.js';

let mongo: Awaited<ReturnType<typeof connectMongo>>;
let matches: CompanyMatchStore & CompanyAliases;
let imports: ImportStore;

const at = new Date('2026-01-31T09:00:00.000Z');
const page = { page: 1, limit: 50 };

beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
  matches = createCompanyMatchStore(mongo);
  imports = createImportStore(mongo);
  createErasureStore(mongo);
  createPsaMirrorStore(mongo);
  await ensureIndexes(mongo);
});

afterAll(async () => {
  await mongo.close();
});

beforeEach(async () => {
  const names = ['company_matches', 'companies', 'psa_records', 'psa_mirror', 'audit_log'];
  await Promise.all(names.map(async (name) => mongo.collection(name).deleteMany({})));
});

const review = (changes: Partial<CompanyReview> = {}): CompanyReview => ({
  matchId: matchIdOf('acme', 'acme.example'),
  ...{ companyKey: 'acme', company: 'Acme', domain: 'acme.example', reason: 'several_clients' },
  candidates: [
    { clientId: 12, name: '$Acme One', domains: ['acme.example'], why: 'domain' },
    { clientId: 13, name: 'Acme Two', domains: ['acme.example'], why: 'domain' },
  ],
  leadIds: [1],
  ...changes,
});

const write = async (...reviews: readonly CompanyReview[]) =>
  mongo.transaction(async (session) => writeReviews(mongo, reviews, at, session));

const all = async () => (await matches.list(page)).items;
const one = matchIdOf('acme', 'acme.example');

const auditOf = (): AuditEntry => ({
  actor: { id: 'key_1', name: 'Operator', kind: 'api_key' },
  ...{ address: null, requestId: null, action: 'company_match.decided' },
  target: { type: 'company_match', id: one },
});
const decide = async (choice: Parameters<CompanyMatchStore['decide']>[1]) =>
  matches.decide(one, choice, at.toISOString(), auditOf);

describe('the entry of a pair', () => {
  it('is one, with every lead once, however many batches meet it at the same time', async () => {
    const leads = Array.from({ length: 20 }, (_, index) => index + 1);
    await Promise.all(leads.map(async (leadId) => write(review({ leadIds: [leadId, 99] }))));
    const [entry, ...others] = await all();
    expect(others).toEqual([]);
    expect(entry?.leadIds.toSorted((a, b) => a - b)).toEqual([...leads, 99]);
    expect(entry).toMatchObject({ status: 'open', createdAt: at.toISOString(), decision: null });
    expect(entry?.candidates[0]?.name).toBe('$Acme One');
  });

  it('is opened before a lead is recorded, and stays as it is if it exists', async () => {
    await imports.openMatches([review({ leadIds: [] })]);
    await write(review({ reason: 'name_and_domain_differ', leadIds: [3] }));
    await decide({ separate: true });
    await imports.openMatches([review({ leadIds: [] })]);
    expect(await all()).toMatchObject([{ status: 'decided', reason: 'several_clients', leadIds: [3] }]);
  });

  it('keeps the latest 1,000 leads', async () => {
    await write(review({ leadIds: Array.from({ length: 1_000 }, (_, index) => index) }));
    await write(review({ leadIds: [5_000] }));
    const [entry] = await all();
    expect([entry?.leadIds.length, entry?.leadIds.at(-1), entry?.leadIds.includes(0)]).toEqual([
      1_000,
      5_000,
      false,
    ]);
  });

  it('stays decided, by its first reason, if leads of a running batch still meet it', async () => {
    await write(review());
    expect(await decide({ separate: true })).toMatchObject({ status: 'decided' });
    await write(review({ reason: 'name_and_domain_differ', leadIds: [2], candidates: [] }));
    expect(await all()).toMatchObject([
      { status: 'decided', reason: 'several_clients', decision: { separate: true }, leadIds: [1, 2] },
    ]);
  });
});

describe('a decision', () => {
  const putClient = async (clientId: number, name: string) =>
    createPsaMirrorStore(mongo).put('clients', [
      { id: clientId, keys: [name.toLowerCase()], item: { id: clientId, name }, observedAt: 5 },
    ]);
  const completeMirror = async () =>
    mongo
      .collection('psa_mirror')
      .insertOne({ _id: 'clients' as never, version: 1, complete: { round: 1, startedAt: 1 } });

  it('is refused for what is not there, and written once with its entry of the audit log', async () => {
    expect(await decide({ clientId: 12 })).toBe('unknown');
    await write(review());
    await completeMirror();
    expect(await decide({ clientId: 12 })).toBe('no_client');
    await putClient(12, 'Acme One');
    const first = await decide({ clientId: 12 });
    expect(first).toMatchObject({
      decision: { clientId: 12, name: 'Acme One' },
      decidedAt: at.toISOString(),
    });
    expect(await decide({ clientId: 12 })).toEqual(first);
    expect(await mongo.collection('audit_log').countDocuments()).toBe(1);
    expect((await matches.list({ ...page, status: 'open' })).total).toBe(0);
    expect((await matches.list({ ...page, status: 'decided' })).total).toBe(1);
  });

  it('may name a candidate while no mirror is whole, and nothing else', async () => {
    await write(review());
    expect(await decide({ clientId: 14 })).toBe('no_client');
    expect(await decide({ clientId: 13 })).toMatchObject({ decision: { name: 'Acme Two' } });
  });

  it('is that of the last of several people, each of whom is in the log', async () => {
    await write(review());
    await Promise.all([12, 13, 12, 13].map(async (clientId) => decide({ clientId })));
    const names = { 12: '$Acme One', 13: 'Acme Two' };
    const [entry] = await all();
    const decisions = [12, 13].map((clientId) => ({ clientId, name: names[clientId === 12 ? 12 : 13] }));
    expect(decisions).toContainEqual(entry?.decision);
    expect(await mongo.collection('audit_log').countDocuments()).toBeGreaterThan(1);
  });

  it('is read by imports with the site and the presence of its client, in the command that is there already', async () => {
    await write(review());
    await putClient(12, 'Acme One');
    await decide({ clientId: 12 });
    const read = async () => {
      const asked = { keys: [], companyKeys: [], personKeys: [], matchIds: [one, 'cmp_other'] };
      const { matches: known } = await imports.findKnown(asked);
      return known.get(one);
    };
    const decision = { clientId: 12, name: 'Acme One' };
    expect(await read()).toMatchObject({ decision, siteId: null, isMirrored: true });
    await imports.rememberCompanies([{ companyKey: 'client:12', clientId: 12, siteId: 40 }]);
    // The write of a company is not awaited, and a snapshot shows what is confirmed.
    await until(async () => (await read())?.siteId === 40);
    expect((await imports.findMatches([one])).get(one)).toEqual(await read());
    await createPsaMirrorStore(mongo).remove('clients', [12]);
    await until(async () => (await read())?.isMirrored === false);
    await imports.reopenMatches([12]);
    expect(await read()).toMatchObject({ decision: null });
    expect(await all()).toMatchObject([{ status: 'open', decidedAt: null, candidates: [{ clientId: 13 }] }]);
    await decide({ separate: true });
    expect(await read()).toMatchObject({ decision: { separate: true }, isMirrored: false });
  });

  it('is open again once the mirror has lost its client, and no other one is', async () => {
    await putClient(12, 'Acme One');
    await putClient(13, 'Acme Two');
    const other = matchIdOf('other', 'acme.example');
    await write(review(), review({ matchId: other, companyKey: 'other', company: 'Other' }));
    await decide({ clientId: 12 });
    await matches.decide(other, { clientId: 13 }, at.toISOString(), auditOf);
    await matches.reopenLost();
    expect((await matches.list({ ...page, status: 'decided' })).total).toBe(2);
    await createPsaMirrorStore(mongo).remove('clients', [12]);
    await matches.reopenLost();
    const open = (await matches.list({ ...page, status: 'open' })).items;
    expect(open).toMatchObject([{ matchId: one, decision: null, candidates: [{ clientId: 13 }] }]);
    expect((await matches.list({ ...page, status: 'decided' })).items).toMatchObject([
      { matchId: other, decision: { clientId: 13 } },
    ]);
  });

  it('of a remedy holds for every domain, and replaces an earlier one', async () => {
    const alias = { ...review(), matchId: matchIdOf('acme', null), domain: null };
    for (const clientId of [12, 13]) {
      await matches.remember([{ ...alias, decision: { clientId, name: 'Acme' } }], at.toISOString());
    }
    expect(await all()).toMatchObject([
      { domain: null, status: 'decided', decision: { clientId: 13 }, leadIds: [] },
    ]);
  });
});

describe('an erasure', () => {
  const erase = async ({
    companyKeys = [],
    clientIds = [],
  }: {
    companyKeys?: string[];
    clientIds?: number[];
  }) => {
    const psa = { ticketIds: [], contactIds: [], opportunityIds: [], clientIds };
    const outcome = { status: 'failed', code: 'ERASED', error: 'Erased' } as const;
    const next = erasureOf({ leadIds: [1, 2], companyKeys, psa });
    await createErasureStore(mongo).eraseRecords(
      { next, failedRows: [], endedJobs: [], outcome, at: at.toISOString() },
      1,
    );
  };

  it('removes what is named after the person or met by nobody else, and the leads from the rest', async () => {
    const own = review({ matchId: 'cmp_own', companyKey: 'janedoe', company: 'Jane Doe', leadIds: [9] });
    const met = review({ matchId: 'cmp_met', companyKey: 'other', leadIds: [1, 2] });
    const shared = review({ matchId: 'cmp_shared', companyKey: 'third', leadIds: [1, 9] });
    const alias = { ...review(), matchId: 'cmp_alias', domain: null };
    await write(own, met, shared);
    await matches.remember([{ ...alias, decision: { clientId: 13, name: 'Acme' } }], at.toISOString());
    await erase({ companyKeys: ['janedoe'], clientIds: [12] });
    expect((await all()).map(({ matchId, leadIds }) => [matchId, leadIds]).sort()).toEqual([
      ['cmp_alias', []],
      ['cmp_shared', [9]],
    ]);
    expect((await all()).flatMap(({ candidates }) => candidates.map(({ clientId }) => clientId))).toEqual([
      13, 13,
    ]);
    await erase({ clientIds: [13] });
    expect((await all()).map(({ matchId }) => matchId)).toEqual(['cmp_shared']);
  });
});

it('entries are found by an index', async () => {
  const collection = companyMatchModel(mongo).collection;
  const plans = await Promise.all([
    collection.find({ status: 'open' }).sort({ createdAt: -1, _id: -1 }).limit(50).explain('queryPlanner'),
    collection.find({ 'decision.clientId': { $in: [1, 2] } }).explain('queryPlanner'),
    collection.find({ leadIds: { $in: [1, 2] } }).explain('queryPlanner'),
  ]);
  expect(JSON.stringify(plans)).not.toContain('COLLSCAN');
});
