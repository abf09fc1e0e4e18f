import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openImportHouse, type ImportHouse } from '../testing/import-house.js';
import { flatLead } from './testing/caller.js';

let house: ImportHouse;

beforeEach(async () => {
  house = await openImportHouse();
});

afterEach(async () => {
  await house.close();
});

const leads = Array.from({ length: 30 }, (_, index) => flatLead(100 + index));
const late = flatLead(129);

/** Never comes to its end: what it holds is not given back. */
const killed = { releaseClaims: async (): Promise<void> => Promise.resolve() };

async function failing(): Promise<never> {
  return Promise.reject(new Error('The database is away'));
}

type Changes = Parameters<ImportHouse['worker']>[0];

/**
 * A bulk import whose worker has read the PSA through, and of whose last lead another worker makes something in the PSA that it does not
 * live to record.
 */
async function importAfterAccident(lead: ReturnType<typeof flatLead>, changes: Changes): Promise<void> {
  const jobId = await house.bulkJob(leads, { batch_size: 10 });
  const unlucky = house.worker(changes);
  let accident: Promise<unknown> | null = null;
  const lucky = house.worker((store) => ({
    claim: async (keys, milliseconds) => {
      if (keys.includes(`email:${late.email}`)) {
        accident ??= unlucky.runSingle(await house.singleJob(lead)).catch((error: unknown) => error);
        expect(await accident).toEqual(new Error('The database is away'));
      }
      return store.claim(keys, milliseconds);
    },
  }));
  await lucky.finishBulk(jobId);
  expect(accident).not.toBeNull();
  expect(await house.job(jobId)).toMatchObject({
    status: 'completed',
    progress: { processed: 30, successful: 30 },
  });
}

function ofLate() {
  const { simulator } = house;
  const tickets = simulator.tickets().filter(({ user_email: email }) => email === late.email);
  return {
    clients: simulator.clients().filter(({ name }) => name === late.company).length,
    users: simulator.users().filter(({ emailaddress }) => emailaddress === late.email).length,
    tickets: tickets.length,
    lists: tickets.flatMap(({ id }) => simulator.listNames(id)).length,
  };
}

describe('what a worker made in the PSA and did not record', () => {
  it.each([
    ['was killed', killed],
    ['lost the database', {}],
  ])(
    'is found by a worker that read the PSA before: a ticket, of one that %s',
    async (_, end) => {
      await importAfterAccident(late, () => ({ ...end, record: failing }));
      expect(ofLate()).toEqual({ clients: 1, users: 1, tickets: 1, lists: 4 });
    },
    60_000,
  );

  it.each([
    ['was killed', killed],
    ['lost the database', {}],
  ])(
    'is found by a worker that read the PSA before: a company, of one that %s',
    async (_, end) => {
      const colleague = flatLead(900, { company: late.company });
      await importAfterAccident(colleague, () => ({ ...end, rememberCompanies: failing }));
      expect(ofLate()).toEqual({ clients: 1, users: 1, tickets: 1, lists: 4 });
    },
    60_000,
  );
});
