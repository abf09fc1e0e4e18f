import { describe, expect, it } from '@jest/globals';
import { PsaUnavailableError, type PsaCallContext } from '@leadbridge/usecases';

import { dialectWithLists } from '../halopsa/testing/dialect-with-lists.js';
import { preparedHalo } from '../halopsa/testing/prepared-halo.js';
import type { ArrayLimits } from './array-limits.js';
import type { PsaCaller } from './psa-caller.js';
import type { PsaDialect, PsaOperations } from './psa-dialect.js';
import { createPsaIo } from './psa-io.js';
import type { PsaRequest } from './psa-requests.js';
import { createSpecDialect } from './spec-dialect.js';

const account = { url: 'https://psa.test', clientId: 'id', clientSecret: 'secret', scope: 'all' };

/** A session whose reads, behind the look-ups of a HaloPSA, all get this response. */
async function sessionWith(dialect: PsaDialect, response: unknown): Promise<PsaOperations> {
  let isSetUp = false;
  const caller = {
    read: async ({ path }: PsaRequest) => {
      const json = isSetUp ? response : (preparedHalo[path] ?? []);
      return Promise.resolve({ kind: 'succeeded', json });
    },
  } as unknown as PsaCaller;
  const context: PsaCallContext = { priority: 'single' };
  const session = dialect.open(createPsaIo(caller, {} as unknown as ArrayLimits, dialect, context));
  await session.statuses();
  isSetUp = true;
  return session;
}

const reads: Readonly<Record<string, (session: PsaOperations) => Promise<unknown>>> = {
  findTickets: async (session) => session.findTickets({ tickettypeId: 1, email: 'alex@example.com' }),
  ticketsOfClient: async (session) => session.findTickets({ clientId: 5 }),
  pageTickets: async (session) => session.pageTickets({ tickettypeId: 1 })[Symbol.asyncIterator]().next(),
  listPage: async (session) => session.listPage('tickets', { page: 1, order: 'newest_first' }),
  getTicket: async (session) => session.getTicket(9),
  getTicketForUpdate: async (session) => session.getTicketForUpdate(9),
  findUsers: async (session) => session.findUsers({ email: 'alex@example.com' }),
  pageUsers: async (session) => session.pageUsers()[Symbol.asyncIterator]().next(),
  getUser: async (session) => session.getUser(4),
  searchClients: async (session) => session.searchClients('Example'),
  pageClients: async (session) => session.pageClients()[Symbol.asyncIterator]().next(),
  sitesOfClient: async (session) => session.sitesOfClient(2),
  lists: async (session) => session.lists(),
  onList: async (session) => session.onList(5, [9]),
  listPlaces: async (session) => session.listPlaces(5, new Set([9])),
  actionsOfTicket: async (session) => session.actionsOfTicket(9),
  searchOpportunities: async (session) => session.searchOpportunities('deal'),
  getOpportunity: async (session) => session.getOpportunity(10),
};

const ofEntities = ['getTicket', 'getTicketForUpdate', 'getUser', 'getOpportunity'];
const nothings = [
  ...['', 0, true, {}, [null], [[]], [{}], { data: null }, { success: true }],
  ...[{ error: 'The search index is away' }, [{ error: 'Busy' }], { tickets: [{ name: 'x' }] }],
];

describe.each([
  { name: 'the specification', create: () => createSpecDialect(account) },
  { name: 'HaloPSA', create: () => dialectWithLists([], 'distribution') },
])('a PSA of $name that says nothing', ({ create }) => {
  const cases = Object.keys(reads).flatMap((read) => [
    ...nothings.map((response) => [read, response] as const),
    ...(ofEntities.includes(read) ? [[read, []] as const] : []),
  ]);

  it.each(cases)('does not say to %s that there is nothing: %j', async (read, response) => {
    const session = await sessionWith(create(), response);
    await expect(reads[read]?.(session)).rejects.toThrow(PsaUnavailableError);
  });
});
