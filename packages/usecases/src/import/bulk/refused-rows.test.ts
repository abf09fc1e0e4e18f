import { describe, expect, it } from '@jest/globals';

import { PsaCredentialsError, PsaRefusedError } from '../../ports/psa-errors.js';
import type { PsaSession } from '../../ports/psa.js';
import { runBulkImport } from './bulk-import.js';
import type { BulkImportDependencies } from './bulk-run.js';
import { createBulkWorld } from '../testing/bulk-world.js';
import { alex, robin } from '../testing/import-rows.js';

type Read =
  | 'findTickets'
  | 'pageTickets'
  | 'findUsers'
  | 'getTicket'
  | 'getTicketForUpdate'
  | 'getUser'
  | 'searchClients'
  | 'sitesOfClient';

const forbidden = new PsaRefusedError('You may not see this', 403);
const sam = 'sam@example.com';
const closed = { id: 9_001, name: 'Closed Works' };
const many = Array.from({ length: 300 }, (_, index) => ({ ...robin, email: `robin${index}@example.org` }));

/** A PSA that refuses a read whose argument `isRefused`. */
function refusing(
  deps: BulkImportDependencies,
  read: Read,
  isRefused: (asked: unknown) => boolean,
  error = forbidden,
): BulkImportDependencies {
  const session = (given: Parameters<typeof deps.psa.session>[0]): PsaSession => {
    const whole = deps.psa.session(given);
    const refuse = (asked: unknown): void => {
      if (isRefused(asked)) {
        throw error;
      }
    };
    const reads: Pick<PsaSession, Read> = {
      findTickets: async (query) => (refuse(query), whole.findTickets(query)),
      pageTickets: (query) => (refuse(query), whole.pageTickets(query)),
      findUsers: async (query) => (refuse(query), whole.findUsers(query)),
      getTicket: async (id) => (refuse(id), whole.getTicket(id)),
      getTicketForUpdate: async (id) => (refuse(id), whole.getTicketForUpdate(id)),
      getUser: async (id) => (refuse(id), whole.getUser(id)),
      searchClients: async (search) => (refuse(search), whole.searchClients(search)),
      sitesOfClient: async (id) => (refuse(id), whole.sitesOfClient(id)),
    };
    return { ...whole, [read]: reads[read] };
  };
  return { ...deps, psa: { session } };
}

async function importAfter(read: Read, leads: readonly unknown[]) {
  const world = createBulkWorld({ listsHideFields: read === 'getTicketForUpdate' });
  const run = async (deps: BulkImportDependencies, data: readonly unknown[], lastAttempt = false) => {
    const { job } = await world.begin(data);
    const told = await runBulkImport(deps, { jobId: job.jobId, lastAttempt }).catch(
      (error: unknown) => error,
    );
    return { job, told };
  };
  await run(world.deps, [alex]);
  const [ticket] = [...world.psa.tickets.values()];
  world.clock.pass(120_000);
  world.psa.clients.set(closed.id, closed);
  const ids: readonly unknown[] = [ticket?.id, ticket?.userId, closed.id];
  const isRefused = (asked: unknown): boolean =>
    ids.includes(asked) || [alex.email, sam].some((email) => JSON.stringify(asked).includes(email));
  if (read === 'getTicket' && ticket !== undefined) {
    // People have made it a prospect, so that no search for leads finds it.
    world.psa.tickets.set(ticket.id, { ...ticket, tickettypeId: 2, statusId: 10 });
  }
  const { job, told } = await run(refusing(world.deps, read, isRefused), leads);
  const outcomes = leads.map((_, index) => world.store.outcomes.get(`${job.jobId}#${index}`));
  return { told, outcomes, end: world.jobs.ends.get(job.jobId), calls: world.psa.calls.length };
}

describe('a row of a bulk import that the PSA refuses to read', () => {
  it.each<[Read, object]>([
    ['findTickets', alex],
    ['findUsers', { ...alex, email: sam }],
    ['getTicket', { ...alex, phone: '+12025550143' }],
    ['getTicketForUpdate', { ...alex, phone: '+12025550143' }],
    ['getUser', { ...alex, phone: '+12025550143' }],
    ['sitesOfClient', { ...alex, email: 'kim@example.com', company: closed.name }],
  ])('fails alone, whichever read it is: %s', async (read, lead) => {
    const { told, outcomes, end } = await importAfter(read, [lead, robin]);
    expect([told, end?.status, ...outcomes]).toMatchObject([
      { done: true },
      'completed',
      { code: 'EXTERNAL_API_ERROR', error: 'You may not see this' },
      { result: 'created' },
    ]);
  });

  it('fails alone among many', async () => {
    const leads = [...many.slice(0, 150), { ...alex, phone: '+12025550143' }, ...many.slice(150)];
    const { outcomes, end } = await importAfter('getTicket', leads);
    expect(end?.status).toBe('completed');
    expect(outcomes.filter((outcome) => outcome?.status === 'failed')).toMatchObject([
      { error: 'You may not see this', suggestion: expect.stringContaining('Retry') },
    ]);
    expect(outcomes[150]?.status).toBe('failed');
  });
});

describe('a PSA that refuses a bulk import as a whole', () => {
  it.each([
    ['every search', many, forbidden],
    ['the only lead', [alex], forbidden],
    ['our credentials', many, new PsaCredentialsError('The secret is wrong', 400)],
  ])('fails the attempt, and no row: %s', async (_what, leads, error) => {
    const world = createBulkWorld();
    const { job } = await world.begin(leads, { verify: true });
    const deps = refusing(world.deps, 'findUsers', () => true, error);
    const run = refusing(
      refusing(deps, 'findTickets', () => true, error),
      'pageTickets',
      () => true,
      error,
    );
    await expect(runBulkImport(run, { jobId: job.jobId, lastAttempt: false })).rejects.toBe(error);
    expect([...world.store.outcomes.values()].filter(({ status }) => status === 'failed')).toEqual([]);
    expect(world.jobs.ends.size).toBe(0);
  });
});
