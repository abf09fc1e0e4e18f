import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';

import { eachPsa } from '../support/each-psa.js';
import { openImportHarness, type ImportHarness, type ImportWorker } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

let harness: ImportHarness;

beforeEach(async () => {
  harness = await openImportHarness();
});

afterEach(async () => {
  await harness.close();
});

const leads = Array.from({ length: 30 }, (_, index) => flatLead(100 + index));
const late = flatLead(129);
const keyOfLate = /^(email:ada\.number129@|company-person:company129)/;

type Store = Parameters<Parameters<ImportHarness['worker']>[0] & {}>[0];

/** Never finishes: its claims are not released and expire, but sooner than the usual eight seconds. */
const killed = ({ renewClaims }: Store): Partial<Store> => ({
  releaseClaims: async (claims) => {
    await renewClaims(claims, 500);
  },
});

/** Releases its claims. */
const alive = (): Partial<Store> => ({});

async function failing(): Promise<never> {
  return Promise.reject(new Error('The database is away'));
}

type Changes = Parameters<ImportHarness['worker']>[0];
type Lead = Partial<ReturnType<typeof flatLead>>;

const run = async (worker: ImportWorker, jobId: string): Promise<unknown> => worker.runSingle(jobId);

/** The job of a worker for which the PSA creates no tickets. */
async function runWithoutTickets(worker: ImportWorker, jobId: string): Promise<unknown> {
  const fault = harness.simulator.faults.set({ kind: 'drop', method: 'POST', path: '/api/Tickets' });
  try {
    return await worker.runSingle(jobId);
  } finally {
    harness.simulator.faults.clear(fault.id);
  }
}

/**
 * A bulk import whose worker has scanned the PSA; at its last lead, another worker creates something in the
 * PSA and dies before recording it.
 */
async function importAfterAccident(
  lead: Lead,
  changes: Changes,
  { last = late, work = run }: { last?: Lead; work?: typeof run } = {},
): Promise<void> {
  // With stop-on-failure, it runs batch by batch.
  const jobId = await harness.bulkJob([...leads.slice(0, -1), last], {
    batch_size: 10,
    continue_on_error: false,
  });
  const unlucky = harness.worker(changes);
  let accident: Promise<unknown> | null = null;
  let claims = 0;
  const lucky = harness.worker((store) => ({
    claim: async (keys, milliseconds) => {
      if (keys.some((key) => keyOfLate.test(key)) && (claims += 1) === 1) {
        accident = work(unlucky, await harness.singleJob(lead));
        await expect(accident).rejects.toThrow();
      }
      return store.claim(keys, milliseconds);
    },
  }));
  await lucky.finishBulk(jobId);
  expect(accident).not.toBeNull();
  expect(await harness.job(jobId)).toMatchObject({
    status: 'completed',
    progress: { processed: 30, successful: 30 },
  });
}

function ofLate() {
  const { simulator } = harness;
  const tickets = simulator.tickets().filter(({ user_name: name }) => name.endsWith(late.last_name));
  return {
    clients: simulator.clients().filter(({ name }) => name === late.company).length,
    users: simulator.users().filter(({ surname }) => surname === late.last_name).length,
    tickets: tickets.length,
    lists: tickets.flatMap(({ id }) => simulator.listNames(id)).length,
  };
}

// The drills of lost responses and of random kills cover a PSA that loses responses.
const kinds = eachPsa.filter(({ name }) => name !== 'failing');

describe.each(kinds)('unrecorded writes of a worker to the PSA, on the $name PSA', ({ name }) => {
  beforeEach(() => {
    harness.simulator.setKind(name);
  });

  // Whether claims expire or are released makes no difference to the PSA: one kind of it is enough for the
  // second case.
  const elsewise = (end: string) => (name === 'usual' ? [[end, alive] as const] : []);

  it.each([['was killed', killed] as const, ...elsewise('lost the database')])(
    'are found by a worker that read the PSA before: a ticket, of one that %s',
    async (_, end) => {
      await importAfterAccident(late, (store) => ({ ...end(store), record: failing }));
      expect(ofLate()).toEqual({ clients: 1, users: 1, tickets: 1, lists: 4 });
    },
  );

  it.each([['was killed', killed] as const, ...elsewise('lost the database')])(
    'are found by a worker that read the PSA before: a company, of one that %s',
    async (_, end) => {
      const colleague = flatLead(900, { company: late.company });
      await importAfterAccident(colleague, (store) => ({
        ...{ ...end(store), rememberCompanies: failing, record: failing },
      }));
      expect(ofLate()).toEqual({ clients: 1, users: 1, tickets: 1, lists: 4 });
    },
  );

  it.each([['was killed', killed] as const, ...elsewise('lost the PSA')])(
    'are found by a worker that read the PSA before: a contact, of one that %s',
    async (_, end) => {
      await importAfterAccident(late, end, { work: runWithoutTickets });
      expect(ofLate()).toEqual({ clients: 1, users: 1, tickets: 1, lists: 4 });
    },
  );

  it('are found by a worker that read the PSA before: a contact without an email', async () => {
    const { email, ...last } = late;
    await importAfterAccident(last, killed, { last, work: runWithoutTickets });
    expect(email).not.toBe('');
    expect(ofLate()).toEqual({ clients: 1, users: 1, tickets: 1, lists: 4 });
  });

  it('are distinguished from a ticket that existed before, after a worker was killed', async () => {
    const { simulator } = harness;
    const { email, first_name: firstname, last_name: surname, company } = late;
    const ticketId = simulator.seedTicket({ emailaddress: email, firstname, surname, company });
    const jobId = await harness.singleJob(late);
    await expect(
      harness.worker((store) => ({ ...killed(store), saveIntents: failing })).runSingle(jobId),
    ).rejects.toThrow('The database is away');
    const worker = harness.worker();
    await until(async () => {
      await worker.runSingle(jobId);
      return (await harness.job(jobId)).status === 'completed';
    });

    expect((await harness.job(jobId)).result).toMatchObject({ result: 'updated', psaTicketId: ticketId });
    expect(ofLate()).toMatchObject({ users: 1, tickets: 1, lists: 0 });
  });
});
