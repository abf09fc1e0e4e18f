import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { currentTestRun, startSystem, until, type ProcessSystem } from '@leadbridge/devkit';
import { seededRandom } from '@leadbridge/psa-simulator';

import { callerOf, type Caller } from '../support/caller.js';
import { configure } from '../support/configure.js';
import { haloAsSpecifiedEnv } from '../support/each-psa.js';

type Row = Readonly<Record<string, unknown>>;

/** Of each kind. */
const companies = 4;
/** In each of the imports; two of them leave a job whose rows are tried one by one. */
const [kills, laterKills] = currentTestRun().wholeMatrix ? [4, 4] : [2, 1];
const numbers = Array.from({ length: companies }, (_, index) => index + 1);
const random = seededRandom(currentTestRun().seed);
const limits = { PSA_RATE_LIMIT: '100000', RATE_LIMIT_PER_HOUR: '1000000', RATE_LIMIT_BURST: '100000' };

let system: ProcessSystem;
let api: Caller;

afterEach(() => {
  system.simulator.faults.clear();
});

const lead = (company: string, email: string): Row => ({
  ...{ first_name: 'Jane', last_name: 'Doe', company, email },
});

/** Two leads of each company, under another name each where that may matter, in batches far apart. */
function leadsOf(round: string): readonly Row[] {
  return [1, 2].flatMap((nth) =>
    numbers.flatMap((number) => [
      lead(`Owner ${number} Holdings`, `${round}${nth}@owner${number}.example`),
      lead(`Shared ${number}`, `${round}${nth}@shared${number}.example`),
      lead(nth === 1 ? `Fresh ${number}` : `Fresh ${number} Group`, `${round}${nth}@fresh${number}.example`),
    ]),
  );
}

const isOver = async (jobId: string): Promise<boolean> =>
  ['completed', 'failed'].includes(String((await api.call('GET', `/jobs/${jobId}`)).body['status']));

/** Imports leads while workers are killed between any two requests to the PSA; returns the rows. */
async function importedDespiteKills(
  leads: readonly Row[],
  count: number,
  meanwhile = async () => Promise.resolve(),
) {
  const { body } = await api.importBulk(leads, {
    batchOptions: { batch_size: 6 },
    headers: { prefer: 'respond-async' },
  });
  const jobId = String(body['job_id']);
  const { requests } = system.simulator;
  for (let kill = 0; kill < count; kill += 1) {
    const momentOfKill = requests.total + 1 + Math.floor(random() * 20);
    await until(async () => requests.total >= momentOfKill || (await isOver(jobId)));
    const done = meanwhile();
    await sleep(random() * 30);
    await system.workers[0]?.kill('SIGKILL');
    await system.workers[0]?.restart();
    await done;
  }
  expect(await api.finished(jobId)).toMatchObject({
    status: 'completed',
    progress: { processed: leads.length, successful: leads.length },
  });
  const results = await api.call('GET', `/jobs/${jobId}/results?limit=500`);
  return results.body['results'] as readonly Row[];
}

async function matches(): Promise<readonly Row[]> {
  const { body } = await api.call('GET', '/company-matches?limit=500');
  return body['matches'] as readonly Row[];
}

const clientIds = (name: string): readonly number[] =>
  system.simulator
    .clients()
    .filter((client) => client.name === name)
    .map(({ id }) => id);

/** The names show what went wrong. */
const clientsOf = (matchesOfRows: readonly unknown[]) =>
  matchesOfRows.map((match) => {
    const id = Number((match as Row)['client_id']);
    return { id, name: system.simulator.clients().find((client) => client.id === id)?.name };
  });

const only = (name: string): number => {
  const [id, ...others] = clientIds(name);
  expect(others).toEqual([]);
  return Number(id);
};

describe.each([
  { dialect: 'spec', env: {} },
  { dialect: 'halopsa', env: haloAsSpecifiedEnv },
] as const)('company matching whose worker is killed, on a PSA of dialect $dialect', ({ dialect, env }) => {
  beforeAll(async () => {
    system = await startSystem({
      env: { ...limits, ...env },
      simulator: { rateLimit: 0, psaDialect: dialect },
    });
    api = callerOf(system);
    for (const number of numbers) {
      system.simulator.seedClient({ name: `Owner ${number}`, website: `owner${number}.example` });
      system.simulator.seedClient({ name: `East ${number}`, website: `shared${number}.example` });
      system.simulator.seedClient({ name: `West ${number}`, website: `shared${number}.example` });
    }
    await configure(system, { company_matching: 'domain' });
    const { body } = await api.call('POST', '/mirror/rebuild', {});
    await api.finished(String(body['job_id']));
  });

  afterAll(async () => {
    await system.stop();
  });

  it('makes no second client of a company, and one entry of each pair', async () => {
    const results = await importedDespiteKills(leadsOf('first'), kills);
    const rules = (kind: string): readonly unknown[] =>
      results
        .filter((_row, index) => index % 3 === ['owner', 'shared', 'fresh'].indexOf(kind))
        .map((row) => row['company_match']);
    const twice = [...numbers, ...numbers];
    expect(rules('owner')).toEqual(
      twice.map((number) => ({ rule: 'domain', client_id: only(`Owner ${number}`) })),
    );
    expect(clientsOf(rules('shared'))).toEqual(
      twice.map((number) => ({ id: only(`Shared ${number}`), name: `Shared ${number}` })),
    );
    expect(clientsOf(rules('fresh'))).toEqual(
      twice.map((number) => ({ id: only(`Fresh ${number}`), name: `Fresh ${number}` })),
    );
    expect(system.simulator.clients()).toHaveLength(5 * companies);
    const entries = await matches();
    expect(entries.map(({ domain }) => domain).sort()).toEqual(
      numbers.map((number) => `shared${number}.example`).sort(),
    );
    for (const entry of entries) {
      const leadIds = entry['lead_ids'] as readonly number[];
      expect([entry['status'], entry['reason'], leadIds.length]).toEqual(['open', 'several_clients', 2]);
      expect(new Set(leadIds).size).toBe(2);
    }
  });

  it('loses no decision that was made while imports met its entry, nor one whose API was killed', async () => {
    const open = [...(await matches())];
    const decided = new Map<unknown, number>();
    const decide = async (match: Row | undefined): Promise<void> => {
      const number = Number(/\d+/u.exec(String(match?.['domain']))?.[0]);
      const clientId = only(`West ${number}`);
      const response = await api
        .call('POST', `/company-matches/${String(match?.['id'])}`, { client_id: clientId })
        .catch(() => null);
      if (response === null && match !== undefined) {
        open.push(match);
      } else {
        expect(response?.status).toBe(200);
        decided.set(match?.['id'], clientId);
      }
    };
    await importedDespiteKills(leadsOf('second'), laterKills, async () => decide(open.shift()));
    for (let round = 0; open.length > 0; round += 1) {
      const under = Promise.all(open.splice(0).map(decide));
      if (round === 0) {
        await sleep(random() * 20);
        await system.apis[0]?.kill('SIGKILL');
        await system.apis[0]?.restart();
      }
      await under;
    }
    expect(decided.size).toBe(companies);
    for (const entry of await matches()) {
      const { id, status, decision } = entry;
      expect({ status, client: (decision as Row)['client_id'] }).toEqual({
        ...{ status: 'decided', client: decided.get(id) },
      });
    }
    const { body: audit } = await api.call('GET', '/audit?action=company_match.decided&limit=500');
    const told = (audit['entries'] as readonly Row[]).map(({ target }) => (target as Row)['id']);
    expect([...told].sort()).toEqual([...decided.keys()].sort());
  });

  it('imports every later lead by the decisions, and makes no client', async () => {
    const before = system.simulator.clients().length;
    const results = await importedDespiteKills(
      numbers.map((number) => lead(`Shared ${number}, Inc.`, `third@mail.shared${number}.example`)),
      laterKills,
    );
    expect(results.map((row) => row['company_match'])).toEqual(
      numbers.map((number) => ({ rule: 'alias', client_id: only(`West ${number}`) })),
    );
    expect(system.simulator.clients()).toHaveLength(before);
  });
});
