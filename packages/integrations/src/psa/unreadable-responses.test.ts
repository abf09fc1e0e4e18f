import { describe, expect, it } from '@jest/globals';
import {
  PsaRefusedError,
  PsaUnavailableError,
  PsaUncertainError,
  type PsaCallContext,
} from '@leadbridge/usecases';

import { dialectWithLists } from '../halopsa/testing/dialect-with-lists.js';
import { preparedHalo } from '../halopsa/testing/prepared-halo.js';
import type { ArrayLimits } from './array-limits.js';
import type { PsaCaller } from './psa-caller.js';
import type { PsaDialect, PsaOperations } from './psa-dialect.js';
import { createPsaIo } from './psa-io.js';
import type { PsaRequest } from './psa-requests.js';
import { createSpecDialect } from './spec-dialect.js';
import { foreignResponses } from './testing/strange-forms.js';

const account = { url: 'https://psa.test', clientId: 'id', clientSecret: 'secret', scope: 'all' };

/** A session whose calls, behind the look-ups of a HaloPSA, all get this response. */
async function sessionWith(dialect: PsaDialect, response: unknown): Promise<PsaOperations> {
  let isSetUp = false;
  const caller = {
    read: async ({ path }: PsaRequest) => {
      const json = isSetUp ? response : (preparedHalo[path] ?? []);
      return Promise.resolve({ kind: 'succeeded', json });
    },
    write: async () => Promise.resolve({ kind: 'succeeded', json: response }),
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

const dialects = [
  { name: 'the specification', create: () => createSpecDialect(account) },
  { name: 'HaloPSA', create: () => dialectWithLists([], 'distribution') },
];

const changes: Readonly<Record<string, (session: PsaOperations) => Promise<unknown>>> = {
  updateTicket: async (session) => session.updateTicket(9, { status_id: 2 }),
  updateUser: async (session) => session.updateUser(9, { phonenumber: '1' }),
  updateOpportunity: async (session) => session.updateOpportunity(9, { details: 'Won' }),
};

describe.each(dialects)('a PSA of $name that responds to a change', ({ create }) => {
  const cases = Object.keys(changes);

  it.each(
    cases.flatMap((change) =>
      [
        { id: 9 },
        [{ id: '9' }],
        { data: { id: 9 } },
        {},
        { success: true },
        null,
        { customfields: [{ id: 101 }] },
        { success: true, agent: { id: 5, name: 'Sample' } },
      ].map((response) => [change, response] as const),
    ),
  )('is believed: %s, %j', async (change, response) => {
    const session = await sessionWith(create(), response);
    await expect(changes[change]?.(session)).resolves.toBeUndefined();
  });

  it.each(
    cases.flatMap((change) =>
      foreignResponses.slice(0, -1).map(([how, of]) => [change, how, of({ summary: 'Another' })] as const),
    ),
  )('with another object has perhaps not made it: %s, %s', async (change, _how, response) => {
    const session = await sessionWith(create(), response);
    await expect(changes[change]?.(session)).rejects.toThrow(PsaUncertainError);
  });

  it.each(
    cases.flatMap((change) => [
      [change, { error: 'Locked' }] as const,
      [change, [{ error: 'Locked' }]] as const,
    ]),
  )('with an error has not made it: %s, %j', async (change, response) => {
    const session = await sessionWith(create(), response);
    await expect(changes[change]?.(session)).rejects.toThrow(PsaRefusedError);
  });
});

describe.each(dialects)('a PSA of $name that says nothing', ({ create }) => {
  const cases = Object.keys(reads).flatMap((read) => [
    ...nothings.map((response) => [read, response] as const),
    ...(ofEntities.includes(read) ? [[read, []] as const] : []),
  ]);

  it.each(cases)('does not say to %s that there is nothing: %j', async (read, response) => {
    const session = await sessionWith(create(), response);
    await expect(reads[read]?.(session)).rejects.toThrow(PsaUnavailableError);
  });
});
