import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import type { Leases } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { connectMongo } from '../connect.js';
import { createLeases } from './leases.js';

let connection: Connection;
let leases: Leases;

beforeAll(async () => {
  connection = await connectMongo(testServers().mongodbUri);
  leases = createLeases(connection);
});

beforeEach(async () => {
  await connection.collection('turns').deleteMany({});
});

afterAll(async () => {
  await connection.close();
});

describe('a lease', () => {
  it('belongs to one holder, until it is released or expires', async () => {
    const acquire = (holder: string, leaseMs = 60_000) => leases.acquire('dispatch-events', holder, leaseMs);
    expect(await acquire('one')).toBe(true);
    expect(await acquire('two')).toBe(false);
    expect(await leases.acquire('refresh-mirror', 'two', 60_000)).toBe(true);
    expect(await acquire('one', 200)).toBe(true);
    while (!(await acquire('two'))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await acquire('one')).toBe(false);
    await leases.release('dispatch-events', 'one');
    expect(await acquire('one')).toBe(false);
    await leases.release('dispatch-events', 'two');
    expect(await acquire('one')).toBe(true);
  });

  it('goes to one of many concurrent holders', async () => {
    const asked = Array.from({ length: 10 }, (_, index) =>
      leases.acquire('dispatch-events', `worker ${index}`, 60_000),
    );
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
  });
});
