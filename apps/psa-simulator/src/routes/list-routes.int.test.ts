import { beforeEach, describe, expect, it } from '@jest/globals';

import { psaCaller, type Call } from '../testing/psa-caller.js';
import { startSimulator } from '../testing/start-simulator.js';

describe('lists', () => {
  const psa = startSimulator();
  let call: Call;
  beforeEach(async () => {
    call = await psaCaller(psa);
  });

  it('are listed with id and name', async () => {
    const { body } = await call('GET', '/Lists');
    const names = (body as { id: number; name: string }[]).map(({ name }) => name);
    for (const name of [
      'Hot',
      'Warm',
      'Cold',
      'Enterprise',
      'Mid-Market',
      'Small Business',
      'Do Not Contact',
    ]) {
      expect(names).toContain(name);
    }
    for (const label of ['Provider A', 'Provider B', 'Provider C', 'Manual', 'CSV']) {
      expect(names).toContain(`Source: ${label}`);
    }
    expect(names.filter((name) => name.startsWith('Industry: ')).length).toBeGreaterThanOrEqual(12);
  });

  it('take tickets one by one or many at once, show them, and let them go', async () => {
    const [first = 0, second = 0, third = 0] = psa.seedTickets(3);
    const one = await call('POST', '/Lists/2/items', {
      ticket_id: first,
      added_by: 'Leadbridge',
      notes: 'Warm',
    });
    expect(one.body).toMatchObject({ list_id: 2, ticket_id: first, added_by: 'Leadbridge', notes: 'Warm' });
    const many = await call('POST', '/Lists/2/items?bulkresponse=true', [
      { ticket_id: second },
      { ticket_id: 5 },
      { ticket_id: third },
    ]);
    expect(many.body).toMatchObject([{ status: 201 }, { status: 400 }, { status: 201 }]);
    const listed = (await call('GET', '/Lists/2/items')).body as {
      items: { id: number; ticket_id: number }[];
    };
    expect(listed).toMatchObject({ record_count: 3 });
    expect(listed.items.map((item) => item.ticket_id)).toEqual([first, second, third]);
    expect(psa.listNames(second)).toEqual(['Warm']);
    expect((await call('DELETE', `/Lists/2/items/${listed.items[1]?.id}`)).status).toBe(204);
    expect(psa.listNames(second)).toEqual([]);
  });

  it('respond with 404 for lists and items that there are not', async () => {
    const ticket = psa.seedTicket();
    await call('POST', '/Lists/1/items', { ticket_id: ticket });
    const itemId = psa.listItems(1)[0]?.id;
    expect((await call('GET', '/Lists/999/items')).status).toBe(404);
    expect((await call('POST', '/Lists/999/items', { ticket_id: ticket })).status).toBe(404);
    expect((await call('DELETE', `/Lists/2/items/${itemId}`)).status).toBe(404);
    expect(psa.listItems()).toHaveLength(1);
  });
});
