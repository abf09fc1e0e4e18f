import { beforeEach, describe, expect, it } from '@jest/globals';

import { psaCaller, type Call } from '../testing/psa-caller.js';
import { startSimulator } from '../testing/start-simulator.js';

interface Entry {
  readonly index: number;
  readonly status: number | string;
  readonly id?: number;
  readonly error?: string;
}

describe('a POST with an array', () => {
  const psa = startSimulator();
  let call: Call;
  beforeEach(async () => {
    call = await psaCaller(psa);
  });

  const clients = (count: number): object[] =>
    Array.from({ length: count }, (_, index) => ({ name: `Company ${index}` }));
  const bulk = async (body: unknown): Promise<Entry[]> => {
    const response = await call('POST', '/Client?bulkresponse=true', body);
    expect(response.status).toBe(201);
    return response.body as Entry[];
  };
  /** Every entry with an id names the client of its index. */
  const expectRightIds = (entries: readonly Entry[]): void => {
    const names = new Map(psa.clients().map((client) => [client.id, client.name]));
    for (const entry of entries.filter(({ id }) => id !== undefined)) {
      expect(names.get(entry.id ?? 0)).toBe(`Company ${entry.index}`);
    }
  };

  it('gets one status per object, and creates what it can', async () => {
    const entries = await bulk([{ name: 'Company 0' }, {}, 'text', { name: 'Company 3' }]);
    expect(entries).toEqual([
      { index: 0, status: 201, id: expect.any(Number) },
      { index: 1, status: 400, error: expect.stringContaining('name') },
      { index: 2, status: 400, error: expect.any(String) },
      { index: 3, status: 201, id: expect.any(Number) },
    ]);
    expectRightIds(entries);
    psa.setDialect({ bulkStatus: 'word' });
    expect((await bulk([{ name: 'A' }, {}])).map(({ status }) => status)).toEqual(['created', 'failed']);
  });

  it('gets the created objects without bulkresponse, and stops at the first refusal', async () => {
    expect((await call('POST', '/Client', clients(2))).body).toMatchObject([
      { name: 'Company 0' },
      { name: 'Company 1' },
    ]);
    const stopped = await call('POST', '/Client', [{ name: 'Third' }, {}, { name: 'Never' }]);
    expect(stopped.status).toBe(400);
    expect(psa.clients().map(({ name }) => name)).toEqual(['Company 0', 'Company 1', 'Third']);
  });

  it('is refused beyond 100 objects, and nothing is created', async () => {
    expect((await call('POST', '/Client?bulkresponse=true', clients(101))).status).toBe(400);
    expect(psa.clients()).toEqual([]);
    expect(await bulk(clients(100))).toHaveLength(100);
  });

  it('is refused on an endpoint where arrays are, while single objects are not', async () => {
    psa.faults.set({ kind: 'arrays_refused', path: '/api/Client' });
    expect((await call('POST', '/Client?bulkresponse=true', clients(1))).status).toBe(400);
    expect((await call('POST', '/Client', { name: 'One' })).status).toBe(201);
    const [client] = psa.clients();
    expect((await call('POST', '/Site', [{ name: 'Main', client_id: client?.id }])).status).toBe(201);
  });

  it('gets shuffled, doubled and short responses, with everything created', async () => {
    psa.faults.set({ kind: 'bulk_shuffled', nth: 1 });
    psa.faults.set({ kind: 'bulk_doubled', nth: 2 });
    psa.faults.set({ kind: 'bulk_short', missing: 4, nth: 3 });
    const shuffled = await bulk(clients(10));
    const doubled = await bulk(clients(10));
    const short = await bulk(clients(10));
    expect([shuffled.length, doubled.length, short.length]).toEqual([10, 20, 6]);
    expect(shuffled.map(({ index }) => index)).not.toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expectRightIds([...shuffled, ...doubled, ...short]);
    expect(psa.clients()).toHaveLength(30);
  });

  it('gets responses that fail in part, or lack what was not created', async () => {
    psa.faults.set({ kind: 'bulk_partial', indexes: [0, 3], nth: 1 });
    psa.faults.set({ kind: 'bulk_short', missing: 4, applied: false, nth: 2 });
    const partial = await bulk(clients(5));
    expect(partial.filter(({ error }) => error !== undefined).map(({ index }) => index)).toEqual([0, 3]);
    expectRightIds(partial);
    expect(psa.clients()).toHaveLength(3);
    expect(await bulk(clients(5))).toHaveLength(1);
    expect(psa.clients()).toHaveLength(4);
  });
});
