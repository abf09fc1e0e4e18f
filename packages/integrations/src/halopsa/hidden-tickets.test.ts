import { describe, expect, it } from '@jest/globals';
import { PsaRefusedError } from '@leadbridge/usecases';

import type { PsaRequest } from '../psa/psa-requests.js';
import { cannedIo } from '../psa/testing/canned-io.js';
import { dialectWithLists } from './testing/dialect-with-lists.js';
import { preparedHalo } from './testing/prepared-halo.js';

const hidden = new PsaRefusedError('The agent may not view this ticket', 403);

function sessionWith(
  lists: 'tags' | 'distribution',
  responses: Readonly<Record<string, unknown>>,
  isRefused: (request: PsaRequest) => boolean = () => false,
) {
  const canned = cannedIo({ ...preparedHalo, ...responses });
  const write: typeof canned.io.write = async (request) =>
    isRefused(request) ? Promise.reject(new PsaRefusedError('Deleted', 400)) : canned.io.write(request);
  const dialect = dialectWithLists(['Cold'], lists);
  return { canned, session: dialect.open({ ...canned.io, write }) };
}

const ticket = (id: number, user: number) => ({
  ...{ id, tickettype_id: 31, status_id: 61, user_id: user, tags: [] },
});
const item = (ticket_id: number) => ({ ticket_id, added_by: 'Leadbridge', notes: '' });

describe('one of several tickets that the agent may not see', () => {
  it.each(['distribution', 'tags'] as const)('keeps the others off no list: %s', async (lists) => {
    const { session } = sessionWith(lists, {
      '/DistributionLists': [{ id: 5, name: 'Cold' }],
      '/DistributionLists/5': { id: 5, name: 'Cold', members: [{ user_id: 6 }] },
      '/Tickets/9': ticket(9, 4),
      '/Tickets/10': hidden,
      '/Tickets/11': { ...ticket(11, 6), tags: [{ text: 'Cold' }] },
    });
    const [list] = await session.lists();
    const listId = list?.id ?? 0;
    expect(await session.onList(listId, [9, 10, 11])).toEqual(new Set([11]));
    const results = await session.addListItems(listId, [item(9), item(10), item(11)]);
    expect(results).toMatchObject([
      { ok: true },
      { ok: false, uncertain: false, message: 'The agent may not view this ticket' },
      { ok: true },
    ]);
  });
});

describe('one of several contacts that the PSA does not let be marked', () => {
  it('leaves the others no less marked, and on the Do Not Contact list', async () => {
    const { session, canned } = sessionWith(
      'distribution',
      {
        '/DistributionLists/5': { id: 5, name: 'Do Not Contact', members: [] },
        '/Tickets/9': ticket(9, 4),
        '/Tickets/10': ticket(10, 5),
        '/Tickets/11': ticket(11, 6),
      },
      ({ path, body }) => path === '/Users' && JSON.stringify(body).includes('"id":4'),
    );
    const results = await session.addListItems(5, [item(9), item(10), item(11)]);
    expect(results.map(({ ok }) => ok)).toEqual([false, true, true]);
    expect(canned.written.filter(({ path }) => path === '/Users')).toHaveLength(2);
  });
});

describe('contacts that the PSA refuses on a list', () => {
  const users = Array.from({ length: 40 }, (_, index) => 100 + index);
  const listOf = (refused: readonly number[]) => {
    const found = sessionWith(
      'distribution',
      {
        '/DistributionLists/5': { id: 5, name: 'Cold', members: [] },
        '/Tickets': { tickets: users.map((user) => ticket(user + 900, user)) },
      },
      ({ body }) => refused.some((id) => JSON.stringify(body).includes(`{"id":${id}}`)),
    );
    const add = async () =>
      found.session.addListItems(
        5,
        users.map((user) => item(user + 900)),
      );
    return { ...found, add };
  };

  it.each([[[100]], [[139]], [[107, 121]]])('keep no others off it: %j', async (refused) => {
    const { add, canned } = listOf(refused);
    const results = await add();
    expect(users.filter((_, index) => results[index]?.ok === false)).toEqual(refused);
    expect(canned.written.length).toBeLessThan(16);
  });

  it('are all refused after a few requests, if nobody may be added', async () => {
    let requests = 0;
    const { session } = sessionWith(
      'distribution',
      {
        '/DistributionLists/5': { id: 5, name: 'Cold', members: [] },
        '/Tickets': { tickets: users.map((user) => ticket(user + 900, user)) },
      },
      () => {
        requests += 1;
        return true;
      },
    );
    const results = await session.addListItems(
      5,
      users.map((user) => item(user + 900)),
    );
    expect([results.every(({ ok }) => !ok), requests]).toEqual([true, 8]);
  });
});

describe('contacts that are on a distribution list already', () => {
  it.each(['Cold', 'Do Not Contact'])('are not sent to it again, and reported: %s', async (name) => {
    const { session, canned } = sessionWith('distribution', {
      '/DistributionLists/5': { id: 5, name, members: [{ user_id: 4 }] },
      '/Tickets/9': ticket(9, 4),
      '/Tickets/10': ticket(10, 6),
    });
    expect(await session.addListItems(5, [item(9), item(10)])).toEqual([
      { ok: true, id: 4, wasThere: true },
      { ok: true, id: 6 },
    ]);
    const sent = canned.written.filter(({ path }) => path === '/DistributionLists');
    expect(JSON.stringify(sent.map(({ body }) => body))).toContain('"addtheseusers":[{"id":6}]');
    expect(canned.written.filter(({ path }) => path === '/Users')).toHaveLength(name === 'Cold' ? 0 : 2);
  });
});

describe('the contacts of many tickets', () => {
  it.each([
    ['are read together', ({ id }: { readonly id: number }) => id < 1100, 2],
    [
      'are read one by one where the list does not show them',
      ({ id }: { readonly id: number }) => id < 1030,
      12,
    ],
  ])('%s', async (_name, isListed, requests) => {
    const shown = Array.from({ length: 40 }, (_, index) => ticket(1000 + index, 100 + index));
    const { session, canned } = sessionWith('distribution', {
      '/DistributionLists/5': { id: 5, name: 'Cold', members: shown.map(({ user_id }) => ({ user_id })) },
      '/Tickets': { tickets: shown.filter(isListed) },
      ...Object.fromEntries(shown.map((row) => [`/Tickets/${row.id}`, row])),
    });
    await session.statuses();
    const before = canned.read.length;
    const ids = shown.map(({ id }) => id);
    expect(await session.onList(5, ids)).toEqual(new Set(ids));
    expect(canned.read.length - before).toBe(requests);
  });
});

describe('a contact on a distribution list', () => {
  it.each([
    ['is removed', { id: 5, name: 'Cold', members: [{ user_id: 4 }] }, false],
    ['counts as removed if somebody has removed the list', null, true],
  ])('%s', async (_name, list, refuses) => {
    const { session } = sessionWith('distribution', { '/DistributionLists/5': list }, () => refuses);
    await expect(session.removeListItem(5, 4)).resolves.toBeUndefined();
  });

  it('is not taken for removed if the PSA refuses that', async () => {
    const list = { id: 5, name: 'Cold', members: [{ user_id: 4 }] };
    const { session } = sessionWith('distribution', { '/DistributionLists/5': list }, () => true);
    await expect(session.removeListItem(5, 4)).rejects.toThrow(PsaRefusedError);
  });
});
