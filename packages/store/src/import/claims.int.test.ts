import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createClaims } from './claims.js';

let connection: Connection;

beforeAll(async () => {
  connection = await connectMongo(testServers().mongodbUri);
  createClaims(connection);
  await ensureIndexes(connection);
});

afterAll(async () => {
  await connection.close();
});

describe('claims', () => {
  it('give a key to one holder at a time', async () => {
    const claims = createClaims(connection);
    const first = await claims.claim(['email:a@example.com', 'email:b@example.com'], 10_000);
    const second = await claims.claim(['email:b@example.com', 'email:c@example.com'], 10_000);

    expect([...first.held]).toEqual(['email:a@example.com', 'email:b@example.com']);
    expect([...second.held]).toEqual(['email:c@example.com']);
    expect([...second.busy]).toEqual(['email:b@example.com']);

    await claims.releaseClaims(first);
    const third = await claims.claim(['email:b@example.com'], 10_000);
    expect([...third.held]).toEqual(['email:b@example.com']);
  });

  it('belong only to their holder, even if a failover issues the same fence a second time', async () => {
    const claims = createClaims(connection);
    const lost = await claims.claim(['email:failover@example.com'], 10_000);
    // The state after a failover to a member that had neither document.
    await connection.collection<{ _id: number }>('claim_sets').deleteOne({ _id: lost.fence });
    await connection
      .collection<{ _id: string }>('sequences')
      .updateOne({ _id: 'claim_fence' }, { $set: { last: lost.fence - 1 } });
    const successor = await claims.claim(['email:failover@example.com'], 10_000);
    expect(successor.fence).toBe(lost.fence);
    await expect(claims.renewClaims(lost, 10_000)).resolves.toBe(false);
    await claims.releaseClaims(lost);
    await claims.releaseClaims(lost, ['email:failover@example.com']);
    await expect(claims.renewClaims(successor, 10_000)).resolves.toBe(true);
    expect((await claims.claim(['email:failover@example.com'], 10_000)).held.size).toBe(0);
  });

  it('let exactly one of many concurrent holders win', async () => {
    const claims = createClaims(connection);
    const all = await Promise.all(
      Array.from({ length: 20 }, async () => claims.claim(['phone:12025550123'], 10_000)),
    );
    expect(all.filter(({ held }) => held.size === 1)).toHaveLength(1);
  });

  it('are lost once they expired, even if no one else wanted them', async () => {
    const claims = createClaims(connection);
    const frozen = await claims.claim(['email:unwanted@example.com'], 50);
    await sleep(120);
    await expect(claims.renewClaims(frozen, 10_000)).resolves.toBe(false);
  });

  it('are taken over under a higher fence when they expire, and are then lost to the first holder', async () => {
    const claims = createClaims(connection);
    const frozen = await claims.claim(['email:frozen@example.com'], 50);
    await sleep(120);
    const successor = await claims.claim(['email:frozen@example.com'], 10_000);

    expect([...successor.held]).toEqual(['email:frozen@example.com']);
    expect(successor.fence).toBeGreaterThan(frozen.fence);
    await expect(claims.renewClaims(frozen, 10_000)).resolves.toBe(false);

    // The first holder's release must not release what another holds now.
    await claims.releaseClaims(frozen);
    const third = await claims.claim(['email:frozen@example.com'], 10_000);
    expect(third.held.size).toBe(0);
  });

  it('that expired are lost together, when another holder wants one of them', async () => {
    const claims = createClaims(connection);
    const frozen = await claims.claim(['email:one@example.com', 'email:two@example.com'], 50);
    await sleep(120);
    const successor = await claims.claim(['email:two@example.com', 'email:three@example.com'], 10_000);

    expect([...successor.held].sort()).toEqual(['email:three@example.com', 'email:two@example.com']);
    await expect(claims.renewClaims(frozen, 10_000)).resolves.toBe(false);
    const third = await claims.claim(['email:one@example.com'], 10_000);
    expect(third.held.size).toBe(1);
  });

  it('tell the new holder which keys the previous one did not settle', async () => {
    const claims = createClaims(connection);
    const [one, two, three] = ['email:1@example.com', 'email:2@example.com', 'email:3@example.com'] as const;
    const first = await claims.claim([one, two], 50);
    expect([first.inherited.size, first.inheritedForMs]).toEqual([0, Infinity]);
    await sleep(120);
    const second = await claims.claim([two, three], 10_000);
    expect([...second.inherited]).toEqual([two]);
    // Lost 50 ms after it was acquired.
    expect(second.inheritedForMs).toBeGreaterThanOrEqual(60);
    expect(second.inheritedForMs).toBeLessThan(10_000);
    const third = await claims.claim([one], 10_000);
    expect([...third.inherited]).toEqual([one]);

    await claims.releaseClaims(second, [three]);
    await claims.releaseClaims(third);
    const fourth = await claims.claim([one, two, three], 10_000);
    expect([...fourth.held]).toEqual([one, two, three]);
    expect([...fourth.inherited]).toEqual([three]);
    await claims.releaseClaims(fourth);
    const fifth = await claims.claim([one, two, three], 10_000);
    expect(fifth.inherited.size).toBe(0);
  });

  it('never give one key to two of many holders with overlapping keys', async () => {
    const claims = createClaims(connection);
    const keyOf = (number: number): string => `company-person:${number}`;
    const all = await Promise.all(
      Array.from({ length: 30 }, async (_, holder) =>
        claims.claim(
          Array.from({ length: 10 }, (__, index) => keyOf((holder * 7 + index * 3) % 40)),
          10_000,
        ),
      ),
    );
    const held = all.flatMap((each) => [...each.held]);
    expect(new Set(held).size).toBe(held.length);
    for (const { held: own, busy } of all) {
      expect(own.size + busy.size).toBe(10);
    }
  });

  it('last as long as they are renewed', async () => {
    const claims = createClaims(connection);
    const kept = await claims.claim(['email:kept@example.com'], 4_000);
    for (let round = 0; round < 3; round += 1) {
      await sleep(1_500);
      await expect(claims.renewClaims(kept, 4_000)).resolves.toBe(true);
    }
    const other = await claims.claim(['email:kept@example.com'], 4_000);
    expect(other.held.size).toBe(0);
  });
});
