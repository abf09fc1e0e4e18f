import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { eachPsa } from '../support/each-psa.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

const people = 70;
const companies = 15;

let system: TestSystem;
let api: Caller;
let from = 0;

beforeAll(async () => {
  const env = { PSA_RATE_LIMIT: '100000', RATE_LIMIT_PER_HOUR: '100000', BULK_LIMIT_PER_HOUR: '100' };
  system = await startSystemHere({ env, simulator: { rateLimit: 0 } });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

const personOf = (number: number) =>
  flatLead(number, { company: `Company ${from + (number % companies)}`, title: null, phone: null });

/** Leads that the PSA has and the service does not know, as after restoring an older database. */
function seedPeople(): readonly ReturnType<typeof flatLead>[] {
  from += 1_000;
  const leads = Array.from({ length: people }, (_, index) => personOf(from + index));
  for (const { first_name: firstname, last_name: surname, email, company } of leads) {
    system.simulator.seedTicket({ emailaddress: email, firstname, surname, company });
  }
  return leads;
}

async function importAll(leads: readonly unknown[]) {
  system.simulator.requests.clear();
  const { body } = await api.importBulk(leads, { headers: { prefer: 'respond-async' } });
  const { result } = await api.finished(String(body['job_id']));
  const { results } = result as { results: readonly { result: string }[] };
  const requests = system.simulator.requests.list().length;
  return { kinds: new Set(results.map((row) => row.result)), count: results.length, requests };
}

describe('leads that already exist in the PSA', () => {
  it.each([
    ['that it counts what it never shows', { countedRows: 'hidden_too' }],
    ['that its tickets do not tell whose they are', { ticketPeople: false }],
    ['that it has tickets of other types and sends them along', { ignoredFilters: ['tickettype_id'] }],
  ] as const)(
    'cost almost nothing when they are imported again, for all %s',
    async (_name, dialect) => {
      system.simulator.setKind('usual');
      system.simulator.setDialect(dialect);
      system.simulator.seedTickets(40, {
        companies: 2,
        describe: () => ({ tickettype_id: 2, status_id: 10 }),
      });
      from += 1_000;
      const leads = Array.from({ length: people }, (_, index) => personOf(from + index));
      await importAll(leads);

      const { kinds, requests } = await importAll(leads);

      expect(kinds).toEqual(new Set(['skipped']));
      expect(requests).toBeLessThan(people / 2);
    },
    180_000,
  );

  it.each(eachPsa)(
    'are found in the $name PSA',
    async ({ name }) => {
      const leads = seedPeople();
      const before = [system.simulator.tickets().length, system.simulator.clients().length];
      system.simulator.setKind(name);

      const { kinds, count } = await importAll(leads);

      expect(count).toBe(people);
      expect(kinds).toEqual(new Set(['updated']));
      expect([system.simulator.tickets().length, system.simulator.clients().length]).toEqual(before);
    },
    180_000,
  );

  it.each([
    ['caps its pages and counts the page alone', { pageCap: 25, countedRows: 'page' }],
    ['counts what it never shows', { countedRows: 'hidden_too' }],
    ['has no order', { pageCap: 50, order: 'none' }],
  ] as const)(
    'are found in a PSA that %s',
    async (_name, dialect) => {
      const leads = seedPeople();
      const before = [system.simulator.tickets().length, system.simulator.clients().length];
      system.simulator.setKind('usual');
      system.simulator.setDialect(dialect);

      const { kinds, count } = await importAll(leads);

      expect(count).toBe(people);
      expect(kinds).toEqual(new Set(['updated']));
      expect([system.simulator.tickets().length, system.simulator.clients().length]).toEqual(before);
    },
    180_000,
  );
});
