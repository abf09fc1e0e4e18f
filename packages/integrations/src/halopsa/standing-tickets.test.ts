import { describe, expect, it } from '@jest/globals';
import type { TicketSnapshot } from '@leadbridge/domain';

import { haloSettings, psaDialectDefaults } from '../psa-variables.js';
import { cannedIo } from '../psa/testing/canned-io.js';
import { resolveHaloMap } from './resolve-map.js';
import { standingTickets } from './standing-tickets.js';
import { preparedHalo } from './testing/prepared-halo.js';

const settings = haloSettings({ ...psaDialectDefaults, psaDialect: 'halopsa' });
const changedAt = '2026-01-01T10:00:00';

const known: TicketSnapshot = {
  ...{ id: 9, tickettypeId: 1, statusId: 1, summary: 'Ada', clientId: 3, siteId: 4, userId: 5 },
  ...{ email: null, userName: null, clientName: null, lastUpdatedBy: 7 },
  customFields: { 101: 'Provider A', 102: 'Cloud  and  IT', 105: false, 112: 1999 },
  stamp: { changedAt, actedAt: changedAt },
};

const fields = [
  { id: 201, value: 1, display: 'Provider A' },
  { id: 202, value: 'Cloud and IT' },
  { id: 205, value: null },
  { id: 212, value: '1999' },
];
const row = {
  ...{ id: 9, tickettype_id: 31, status_id: 61, client_id: 3, user_id: 5, customfields: fields },
  ...{ last_update: `${changedAt}.000`, lastactiondate: changedAt },
};
const withField = (id: number, entry: object) => ({
  ...row,
  customfields: [...fields.filter((each) => each.id !== id), entry],
});

async function standing(rows: readonly object[], tickets: readonly TicketSnapshot[] = [known]) {
  const { io, respondWith } = cannedIo(preparedHalo);
  const map = await resolveHaloMap(io, settings, ['Provider A']);
  respondWith({ '/Tickets': rows });
  const asked: (readonly [unknown, unknown])[] = [];
  const watched: typeof io = {
    ...io,
    page: async (listing, read, number) => {
      asked.push([listing.query?.['ticketids'], listing.query?.['include_custom_fields']]);
      return await io.page(listing, read, number);
    },
  };
  const ids = await standingTickets(watched, map, tickets);
  const again = await standingTickets(watched, map, tickets);
  expect(again).toEqual(ids);
  return { ids: [...ids], asked };
}

describe('tickets of a HaloPSA that are read many at once', () => {
  it('are confirmed if a row matches the whole known state', async () => {
    const { ids, asked } = await standing([row]);
    expect(ids).toEqual([9]);
    expect(asked[0]).toEqual(['9', '201,202,205,212']);
  });

  it.each<[string, object]>([
    ['was changed since', { ...row, last_update: '2026-01-01T10:00:01' }],
    ['was written a note about', { ...row, lastactiondate: '2026-01-01T10:00:01' }],
    ['does not tell when it was changed', { ...row, last_update: undefined }],
    ['does not tell when somebody did something about it', { ...row, lastactiondate: undefined }],
    ['has another status', { ...row, status_id: 62 }],
    ['has another type', { ...row, tickettype_id: 32 }],
    ['has another contact', { ...row, user_id: 6 }],
    ['has another client', { ...row, client_id: 6 }],
    ['is deleted', { ...row, deleted: true }],
    ['shows no fields', { ...row, customfields: undefined }],
    ['shows an empty list of fields', { ...row, customfields: [] }],
    ['leaves a field out', { ...row, customfields: fields.slice(1) }],
    ['shows a field empty', withField(202, { id: 202, value: null })],
    ['shows a text cut', withField(202, { id: 202, value: 'Cloud' })],
    ['shows an opt-out', withField(205, { id: 205, value: true })],
  ])('are read individually if a row %s', async (_says, shown) => {
    expect((await standing([shown])).ids).toEqual([]);
  });

  it('are not requested if they cannot be compared', async () => {
    const { stamp: _stamp, ...unstamped } = known;
    const { asked } = await standing(
      [row],
      [unstamped, { ...known, stamp: { changedAt, actedAt: null } }, { ...known, lacksCustomFields: true }],
    );
    expect(asked).toEqual([]);
  });

  it('are requested a hundred at a time, and no longer if a build returns other tickets', async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ ...known, id: index + 1 }));
    const taken = await standing([], many);
    expect(taken.asked.map(([ids]) => String(ids).split(',').length)).toEqual([100, 50, 100, 50]);
    const { ids, asked } = await standing([row, { ...row, id: 1_000 }], many);
    expect([ids, asked.length]).toEqual([[], 1]);
  });
});
