import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PsaBudgetError } from '@leadbridge/usecases';

import { type ClientBench, openClientBench } from './testing/psa-clients.js';
import type { ScriptedReply, SeenRequest } from './testing/scripted-psa.js';

let bench: ClientBench;

beforeAll(async () => {
  bench = await openClientBench();
});
afterEach(() => bench.reset());
afterAll(async () => bench.close());

interface Named {
  readonly name: string;
}

const clients = (count: number): Named[] =>
  Array.from({ length: count }, (_, index) => ({ name: `Company ${index}` }));
const bodyOf = (request: SeenRequest) => request.json as Named | Named[];
const idOf = ({ name }: Named) => 1000 + Number(name.split(' ')[1]);
const good = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ ok: true, id: 1000 + from + index }));

/** A PSA that creates what it receives unless `refuse` returns a reply, and stores it. */
function creatingPsa(refuse: (body: Named | Named[]) => ScriptedReply | null = () => null): string[] {
  const created: string[] = [];
  bench.psa.respondWith((request) => {
    const body = bodyOf(request);
    const refusal = refuse(body);
    if (refusal !== null) {
      return refusal;
    }
    if (!Array.isArray(body)) {
      created.push(body.name);
      return { status: 201, json: { id: idOf(body), name: body.name } };
    }
    created.push(...body.map(({ name }) => name));
    const entries = body.map((client, index) => ({ index, status: 201, id: idOf(client) }));
    return { status: 201, json: entries.reverse() };
  });
  return created;
}

const lengths = () => bench.psa.calls().map((call) => (Array.isArray(call.json) ? call.json.length : 0));

describe('creating many', () => {
  it('sends nothing for an empty list', async () => {
    expect(await bench.session().createClients([])).toEqual([]);
    expect(bench.psa.seen).toHaveLength(0);
  });

  it('sends one object for one', async () => {
    creatingPsa();
    expect(await bench.session().createClients(clients(1))).toEqual(good(1));
    expect(bench.psa.calls()).toMatchObject([
      { method: 'POST', path: '/Client', json: { name: 'Company 0' } },
    ]);
    expect(bench.psa.calls()[0]?.query.size).toBe(0);
  });

  it('sends arrays of a hundred for more', async () => {
    creatingPsa();
    expect(await bench.session().createClients(clients(250))).toEqual(good(250));
    expect(lengths()).toEqual([100, 100, 50]);
    expect(bench.psa.calls()[0]?.query.get('bulkresponse')).toBe('true');
  });

  it('adds to a list, whose items need no identifier', async () => {
    bench.psa.respondWith(() => ({
      json: [
        { index: 0, status: 'ok' },
        { index: 1, status: 'ok', id: 6 },
      ],
    }));
    const items = [7, 8].map((ticket_id) => ({ ticket_id, added_by: 'Leadbridge', notes: '' }));
    expect(await bench.session().addListItems(3, items)).toEqual([
      { ok: true, id: 0 },
      { ok: true, id: 6 },
    ]);
    expect(bench.psa.calls()[0]?.path).toBe('/Lists/3/items');
  });

  it('is uncertain for a whole array whose response is lost, and continues', async () => {
    let posts = 0;
    creatingPsa(() => ((posts += 1) === 1 ? 'drop' : null));
    const results = await bench.session().createClients(clients(150));
    expect(results.slice(0, 100).every((result) => !result.ok && result.uncertain)).toBe(true);
    expect(results.slice(100)).toEqual(good(50, 100));
  });
});

describe('a PSA that does not accept arrays', () => {
  it.each<[string, ScriptedReply]>([
    ['405', { status: 405 }],
    ['415', { status: 415, json: { error: 'Unsupported' } }],
    ['404', { status: 404, text: '<html>Not Found</html>' }],
    ['403', { status: 403, json: { error: 'Not for arrays' } }],
    ['400 that says so', { status: 400, json: { Message: 'Arrays are not supported' } }],
    ['422 that says so', { status: 422, json: { error: 'The body must be an object' } }],
    ['200 with an error', { json: { error: 'Cannot read an array' } }],
  ])('with %s gets objects one by one from then on, on that endpoint', async (_name, refusal) => {
    const created = creatingPsa((body) => (Array.isArray(body) ? refusal : null));
    const made = bench.client();
    expect(await made.session({ priority: 'bulk' }).createClients(clients(5))).toEqual(good(5));
    expect(lengths()).toEqual([5, 0, 0, 0, 0, 0]);
    expect(created).toHaveLength(5);
    await made.session({ priority: 'bulk' }).createClients(clients(3));
    expect(lengths().slice(6)).toEqual([0, 0, 0]);
    expect(created).toHaveLength(8);
    await made.session({ priority: 'bulk' }).createSites([
      { client_id: 1, name: 'Main 1' },
      { client_id: 1, name: 'Main 2' },
    ]);
    expect(lengths()[9]).toBe(2);
  });

  it('is not recognized by an error with status 200 about something else: all is uncertain', async () => {
    const created = creatingPsa((body) =>
      Array.isArray(body) ? { json: { error: 'The search is being rebuilt' } } : null,
    );
    const results = await bench.session().createClients(clients(5));
    expect(results.every((result) => !result.ok && result.uncertain)).toBe(true);
    expect([lengths(), created.length]).toEqual([[5], 0]);
  });

  describe('a PSA that fails on arrays', () => {
    const failed = {
      status: 500,
      json: { Message: 'Object reference not set to an instance of an object.' },
    };
    const isBad = (body: Named | Named[]): boolean => !Array.isArray(body) && body.name === 'Company 1';

    /** Sends an array, and then its objects one by one, as after a look-up that found nothing. */
    async function sendAndRepeat(session: ReturnType<typeof bench.session>): Promise<void> {
      const results = await session.createClients(clients(3));
      expect(results.every((result) => !result.ok && result.uncertain)).toBe(true);
      for (const client of clients(3)) {
        await session.createClients([client]);
      }
    }

    it('gets objects one by one after two arrays whose objects were all accepted alone', async () => {
      const session = bench.session();
      creatingPsa((body) => (Array.isArray(body) ? failed : null));
      await sendAndRepeat(session);
      await sendAndRepeat(session);
      const before = lengths().length;

      expect(await session.createClients(clients(3))).toEqual(good(3));
      expect(lengths().slice(before)).toEqual([0, 0, 0]);
    });

    it('still gets arrays if an object fails alone too', async () => {
      const session = bench.session();
      creatingPsa((body) => (Array.isArray(body) || isBad(body) ? failed : null));
      await sendAndRepeat(session);
      await sendAndRepeat(session);
      await sendAndRepeat(session);
      const before = lengths().length;

      await session.createClients(clients(3));
      expect(lengths().slice(before)).toEqual([3]);
    });

    it('still gets arrays if others are accepted in between', async () => {
      const session = bench.session();
      let isFailing = true;
      creatingPsa((body) => (Array.isArray(body) && isFailing ? failed : null));
      await sendAndRepeat(session);
      isFailing = false;
      await session.createClients(clients(3));
      isFailing = true;
      await sendAndRepeat(session);
      const before = lengths().length;

      await session.createClients(clients(3));
      expect(lengths().slice(before)).toEqual([3]);
    });
  });

  it('with a bare 400 is detected with few requests', async () => {
    const created = creatingPsa((body) =>
      Array.isArray(body) ? { status: 400, json: { Message: 'Bad request' } } : null,
    );
    const session = bench.session();
    expect(await session.createClients(clients(100))).toEqual(good(100));
    expect(lengths().filter((length) => length > 0).length).toBeLessThanOrEqual(7);
    expect(new Set(created).size).toBe(100);
    expect(created).toHaveLength(100);
    await session.createClients(clients(2));
    expect(lengths().slice(-2)).toEqual([0, 0]);
  });

  it('that accepts fifty objects but not a hundred gets fifty from then on', async () => {
    creatingPsa((body) =>
      Array.isArray(body) && body.length > 50 ? { status: 400, json: { Message: 'Too many objects' } } : null,
    );
    expect(await bench.session().createClients(clients(230))).toEqual(good(230));
    expect(lengths()).toEqual([100, 50, 50, 50, 50, 30]);
  });

  it('is distinguished from one that rejects an invalid object', async () => {
    const bad = 'Company 37';
    const created = creatingPsa((body) =>
      [body].flat().some(({ name }) => name === bad) ? { status: 400, json: { name: ['is taken'] } } : null,
    );
    const session = bench.session();
    const results = await session.createClients(clients(100));
    expect(results[37]).toEqual({ ok: false, uncertain: false, message: 'name: is taken' });
    expect(results.filter(({ ok }) => ok)).toHaveLength(99);
    expect(created).toHaveLength(99);
    expect(bench.psa.calls().length).toBeLessThanOrEqual(15);
    bench.psa.forget();
    creatingPsa();
    await session.createClients(clients(100));
    expect(lengths()).toEqual([100]);
  });

  it('rejects all objects at once if it rejects the caller', async () => {
    creatingPsa(() => ({ status: 403, json: { error: 'No permission' } }));
    const results = await bench.session().createClients(clients(30));
    expect(results).toEqual(
      Array.from({ length: 30 }, () => ({ ok: false, uncertain: false, message: 'No permission' })),
    );
    // The first and the last show that it is about none of them.
    expect(lengths()).toEqual([30, 0, 0]);
  });

  it.each([403, 404])(
    'tries the others if it rejects the first one like all together: %s',
    async (status) => {
      const added: number[] = [];
      bench.psa.respondWith(({ json }) => {
        const items = [json].flat() as readonly { readonly ticket_id: number }[];
        if (items.some(({ ticket_id: id }) => [10, 14].includes(id))) {
          return { status, json: { error: 'Ticket 10: not yours' } };
        }
        added.push(...items.map(({ ticket_id: id }) => id));
        const results = items.map((_, index) => ({ index, status: 201, id: index + 1 }));
        return { status: 201, json: Array.isArray(json) ? results : { id: 1 } };
      });
      const items = [10, 11, 12, 13, 14, 15].map((ticket_id) => ({
        ...{ ticket_id, added_by: 'Leadbridge', notes: '' },
      }));
      const results = await bench.session().addListItems(3, items);
      expect(results.map(({ ok }) => ok)).toEqual([false, true, true, true, false, true]);
      expect(added.sort()).toEqual([11, 12, 13, 15]);
    },
  );

  it('is distinguished from an address that is refused because of its first object', async () => {
    const created = creatingPsa((body) => {
      if (Array.isArray(body)) {
        return { status: 404 };
      }
      return body.name === 'Company 0' ? { status: 400, json: { name: ['is taken'] } } : null;
    });
    const results = await bench.session().createClients(clients(3));
    expect(results).toEqual([{ ok: false, uncertain: false, message: 'name: is taken' }, ...good(2, 1)]);
    expect(created).toHaveLength(2);
  });

  it('is trusted if a refusal still lists what was created', async () => {
    bench.psa.respondWith(() => ({
      status: 400,
      json: [
        { index: 1, status: 201, id: 1001 },
        { index: 0, status: 400, error: 'is taken' },
      ],
    }));
    expect(await bench.session().createClients(clients(2))).toEqual([
      { ok: false, uncertain: false, message: 'is taken' },
      { ok: true, id: 1001 },
    ]);
    expect(bench.psa.calls()).toHaveLength(1);
  });
});

describe('a budget that is used up in between', () => {
  it('loses nothing that was created', async () => {
    const created = creatingPsa();
    const session = bench.session({ rateLimit: 2 });
    const results = await session.createClients(clients(250));
    expect(results.slice(0, 100)).toEqual(good(100));
    expect(
      results
        .slice(100)
        .every((result) => !result.ok && result.uncertain && result.message.startsWith('Not sent')),
    ).toBe(true);
    expect(created).toHaveLength(100);
  });

  it('is thrown if nothing was sent', async () => {
    creatingPsa();
    await expect(bench.session({ rateLimit: 1 }).createClients(clients(2))).rejects.toThrow(PsaBudgetError);
    expect(bench.psa.calls()).toHaveLength(0);
  });

  it('checks the claim before every request, and stops once it is lost', async () => {
    const created = creatingPsa();
    let looks = 0;
    const beforeWrite = async (): Promise<void> => {
      looks += 1;
      if (looks === 2) {
        throw new Error('The claim was lost');
      }
    };
    await expect(bench.session({}, { beforeWrite }).createClients(clients(150))).rejects.toThrow(
      'The claim was lost',
    );
    expect(created).toHaveLength(100);
  });
});
