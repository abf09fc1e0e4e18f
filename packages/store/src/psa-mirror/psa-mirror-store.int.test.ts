import { describe, expect, it } from '@jest/globals';
import type { MirrorRound, MirrorState, Observation, PsaClient, PsaMirrorStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { createPsaMirrorStore } from './psa-mirror-store.js';
import { writeOwnObservations } from './write-observations.js';
import { useTestDatabase } from '../testing/use-test-database.js';

let connection: Connection;
let mirror: PsaMirrorStore;

useTestDatabase((opened) => {
  connection = opened;
  mirror = createPsaMirrorStore(connection);
});

const client = (id: number, name: string, observedAt: number): Observation<PsaClient> => ({
  id,
  keys: [name.toLowerCase()],
  item: { id, name },
  observedAt,
});

async function save(kind: MirrorState['kind'], changes: Partial<MirrorState>): Promise<boolean> {
  return await mirror.saveState({ ...(await mirror.state(kind)), ...changes });
}

async function savePage(page: readonly Observation<PsaClient>[], round: number): Promise<void> {
  const state = { ...(await mirror.state('clients')), kind: 'clients' } as const;
  expect(await mirror.savePage(state, page, round)).toBe(true);
}

const complete = (startedAt: number): MirrorRound => ({
  round: 1,
  startedAt,
  endedAt: startedAt + 1,
  documents: 0,
  pages: 1,
  pageRows: 1,
});

describe('the mirror of the PSA', () => {
  it('is found by any key, and iterated by id in pages', async () => {
    await mirror.put('clients', [client(3, 'C', 10), client(1, 'A', 10), client(2, 'B', 10)]);
    expect((await mirror.find('clients', ['c', 'x', 'a'])).map(({ id }) => id).sort()).toEqual([1, 3]);
    const pages: number[][] = [];
    for await (const page of mirror.pages('clients', 2)) {
      pages.push(page.map(({ id }) => id));
    }
    expect(pages).toEqual([[1, 2], [3]]);
    expect(await mirror.countBetween('clients', 1, 3)).toBe(1);
  });

  it('keeps the observation that was sent last, of all kinds that were written together', async () => {
    await mirror.put('clients', [client(1, 'Later', 20)]);
    await mirror.put('clients', [client(1, 'Earlier', 10)]);
    expect(await mirror.byIds('clients', [1])).toEqual([client(1, 'Later', 20)]);
    const own = { clients: [client(1, 'Last', 30), client(2, 'New', 5)] };
    await writeOwnObservations(connection, own, ['tickets', 'clients']);
    expect((await mirror.byIds('clients', [1, 2])).map(({ item }) => item.name)).toEqual(['Last', 'New']);
    await mirror.outdate('clients', [1]);
    expect((await mirror.byIds('clients', [1]))[0]?.observedAt).toBe(0);
    expect(await mirror.counts('clients')).toEqual({ documents: 2, oldestObservedAt: 5 });
  });

  it('reports how many entities a round has not observed before, and removes what rounds did not observe', async () => {
    await savePage([client(1, 'A', 10), client(2, 'B', 10)], 1);
    await savePage([client(2, 'B', 20), client(3, 'C', 20)], 2);
    expect(await mirror.countUnseen('clients', [1, 2, 2, 3, 4], 2)).toBe(2);
    await mirror.put('clients', [client(4, 'D', 5), client(5, 'E', 25)]);
    expect(await mirror.removeUnseen('clients', 2, 20)).toBe(2);
    expect((await mirror.byIds('clients', [1, 2, 3, 4, 5])).map(({ id }) => id)).toEqual([2, 3, 5]);
  });

  it('lets one of two processes change a state that both have read', async () => {
    const read = await mirror.state('tickets');
    expect(await mirror.saveState({ ...read, watermark: 7 })).toBe(true);
    expect(await mirror.saveState({ ...read, watermark: 8 })).toBe(false);
    expect(await save('tickets', { origin: 'one' })).toBe(true);
    expect(await mirror.state('tickets')).toMatchObject({ version: 2, watermark: 7, origin: 'one' });
    const many = Array.from({ length: 5 }, async () => mirror.saveState({ ...read, kind: 'contacts' }));
    expect((await Promise.all(many)).filter(Boolean)).toHaveLength(1);
  });

  it('stores the page of one of several processes, beside imports that write the same documents', async () => {
    const state = { ...(await mirror.state('clients')), kind: 'clients' } as const;
    const pages = [1, 2, 3, 4].map(async (number) =>
      mirror.savePage(state, [client(number, 'Page', 10), client(9, 'Page', 10)], 1),
    );
    const writes = Array.from({ length: 20 }, async () =>
      writeOwnObservations(connection, { clients: [client(9, 'Own', 20)] }, ['clients']),
    );
    await Promise.all(writes);
    expect((await Promise.all(pages)).filter(Boolean)).toHaveLength(1);
    expect((await mirror.counts('clients')).documents).toBe(2);
    expect((await mirror.byIds('clients', [9]))[0]?.item.name).toBe('Own');
    expect(await mirror.countUnseen('clients', [9], 1)).toBe(0);
  });

  it('reports since when a round of every kind is complete, and accepts requests for one', async () => {
    await save('tickets', { complete: complete(100) });
    await save('contacts', { complete: complete(200) });
    expect(await mirror.roundSince(100)).toBeNull();
    await save('clients', { complete: complete(150) });
    expect((await mirror.roundSince(100))?.clients.startedAt).toBe(150);
    expect(await mirror.roundSince(101)).toBeNull();
    await mirror.demandRound(300);
    await mirror.demandRound(250);
    expect((await mirror.states()).map(({ demandedSince }) => demandedSince)).toEqual([300, 300, 300]);
  });

  it('looks up keys and ages in an index', async () => {
    const records = connection.collection('psa_records');
    const ofKind = { '_id.kind': 'tickets' };
    const plans = await Promise.all([
      records.find({ ...ofKind, keys: { $in: ['a', 'b'] } }).explain('queryPlanner'),
      records.find(ofKind).sort({ observedAt: 1 }).limit(1).explain('queryPlanner'),
    ]);
    expect(JSON.stringify(plans)).not.toMatch(/COLLSCAN|"SORT"/u);
  });
});
