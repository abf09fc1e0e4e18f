import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { currentTestRun, testServers } from '@leadbridge/devkit';
import type { Observation, PsaClient, PsaUser } from '@leadbridge/usecases';

import { connectMongo, ensureIndexes } from '../connect.js';
import { profiledReads } from '../testing/profiled-reads.js';
import { createImportStore } from '../transactions/import-store.js';
import { createPsaMirrorStore } from './psa-mirror-store.js';

let mongo: Awaited<ReturnType<typeof connectMongo>>;

/** What a look-up reads does not depend on it, which is what is tested; with `MATRIX=all` as many as a large PSA has. */
const clients = currentTestRun().wholeMatrix ? 80_000 : 8_000;
const ofLargest = 2_000;
const pageSize = 4_000;
const lookUps = 200;

beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
  const mirror = createPsaMirrorStore(mongo);
  createImportStore(mongo);
  await ensureIndexes(mongo);
  for (let from = 1; from <= clients; from += pageSize) {
    const ids = Array.from({ length: pageSize }, (_, index) => from + index);
    await mirror.put(
      'clients',
      ids.map((id): Observation<PsaClient> => ({
        ...{ id, keys: [`client${id}`], domain: `client${id}.example`, observedAt: 10 },
        item: { id, name: `Client ${id}` },
      })),
    );
    await mirror.put(
      'contacts',
      ids.map((id): Observation<PsaUser> => {
        const clientId = id <= ofLargest ? 1 : id;
        return {
          ...{ id, keys: [`email:${id}`], domain: `client${clientId}.example`, observedAt: 10 },
          item: {
            ...{ id, clientId, siteId: null, clientName: null, firstName: null, lastName: null },
            ...{ email: null, phonenumber: null, linkedinUrl: null },
          },
        };
      }),
    );
  }
});

afterAll(async () => {
  await mongo.close();
});

it(`clients are found among ${clients} by reading only those that are asked for`, async () => {
  const mirror = createPsaMirrorStore(mongo);
  const apart = Math.floor((clients - ofLargest) / (lookUps + 1));
  const ids = Array.from({ length: lookUps }, (_, round) => ofLargest + 1 + round * apart);
  const took: number[] = [];
  for (const id of ids) {
    const began = performance.now();
    const found = await mirror.clientsOf({ keys: [`holdings${id}`], domains: [`client${id}.example`] });
    took.push(performance.now() - began);
    expect(found).toMatchObject([{ clientId: id, domains: [`client${id}.example`] }]);
  }
  // Times depend on the machine: they are shown, and what is examined is tested.
  const p95 = took.toSorted((a, b) => a - b)[Math.floor(ids.length * 0.95)] ?? 0;
  process.stdout.write(`clientsOf: ${p95.toFixed(1)} ms (p95)\n`);
  const reads = await profiledReads(mongo, async () => {
    for (const id of ids) {
      await mirror.clientsOf({ keys: [`client${id + 1}`], domains: [`client${id}.example`] });
    }
  });
  expect(reads).toHaveLength(ids.length);
  for (const { docsExamined = Infinity, keysExamined = Infinity, plans } of reads) {
    // Two clients and a contact, of which the clients are read again with their names.
    expect(docsExamined).toBeLessThanOrEqual(6);
    expect(keysExamined).toBeLessThanOrEqual(20);
    expect(plans).not.toContain('COLLSCAN');
  }
});

it(`the client of ${ofLargest} contacts is found by these alone`, async () => {
  const mirror = createPsaMirrorStore(mongo);
  const [read, ...others] = await profiledReads(mongo, async () => {
    const found = await mirror.clientsOf({ keys: [], domains: ['client1.example'] });
    expect(found).toMatchObject([{ clientId: 1 }]);
  });
  expect(others).toEqual([]);
  expect(read?.docsExamined).toBeLessThanOrEqual(ofLargest + 3);
});
