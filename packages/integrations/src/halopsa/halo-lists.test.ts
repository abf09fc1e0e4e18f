import { describe, expect, it } from '@jest/globals';

import { cannedIo } from '../psa/testing/canned-io.js';
import { dialectWithLists } from './testing/dialect-with-lists.js';
import { preparedHalo } from './testing/prepared-halo.js';

describe('tags of one ticket', () => {
  it('are all kept when several lists are filled at once, and are removed individually', async () => {
    const canned = cannedIo({
      ...preparedHalo,
      get '/Tickets/9'() {
        const [latest] = (canned.written.at(-1)?.body ?? [{}]) as readonly { readonly tags?: unknown }[];
        return { id: 9, tickettype_id: 31, status_id: 61, tags: latest?.tags ?? [{ text: 'By hand' }] };
      },
    });
    const dialect = dialectWithLists(['Cold', 'Warm', 'Do Not Contact']);
    const lists = await dialect.open(canned.io).lists();
    const item = { ticket_id: 9, added_by: 'Leadbridge', notes: '' };

    await Promise.all(lists.map(async ({ id }) => dialect.open(canned.io).addListItems(id, [item])));
    const session = dialect.open(canned.io);
    const onEach = await Promise.all(lists.map(async ({ id }) => session.onList(id, [9])));
    expect(onEach.map((tickets) => tickets.has(9))).toEqual([true, true, true]);

    await Promise.all(lists.slice(0, 2).map(async ({ id }) => session.removeListItem(id, 9)));
    expect(canned.written.at(-1)?.body).toEqual([
      { id: 9, tags: [{ text: 'By hand' }, { text: 'Do Not Contact' }] },
    ]);
  });
});
