import { testServers } from '@leadbridge/devkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createIdempotencyStore, type IdempotencyStore, type RunningRequest } from './idempotency-store.js';

type Connection = Awaited<ReturnType<typeof connectMongo>>;

const hourMs = 3_600_000;
const leaseMs = 15_000;
let keys = 0;

function request(fields: Partial<Parameters<IdempotencyStore['claim']>[0]> = {}) {
  keys += 1;
  return {
    id: `id-${keys}`,
    fingerprint: 'body',
    jobId: `job_${keys}`,
    leaseMs,
    ...fields,
  };
}

function running(claim: Awaited<ReturnType<IdempotencyStore['claim']>>): RunningRequest {
  if (claim.kind !== 'claimed') {
    throw new Error(`The key is not claimed but ${claim.kind}`);
  }
  return claim.running;
}

describe('the idempotency store', () => {
  let connection: Connection;
  let store: IdempotencyStore;

  beforeAll(async () => {
    connection = await connectMongo(testServers().mongodbUri);
    store = createIdempotencyStore(connection);
    await ensureIndexes(connection);
  });

  afterAll(async () => {
    await connection.close();
  });

  /** Moves the times of one key into the past. */
  async function pass(id: string, milliseconds: number): Promise<void> {
    const before = (field: string) => ({ $subtract: [`$${field}`, milliseconds] });
    await connection
      .collection<{ _id: string }>('idempotency_keys')
      .updateOne({ _id: id }, [
        { $set: { leaseUntil: before('leaseUntil'), expiresAt: before('expiresAt') } },
      ]);
  }

  it('gives a key to one of many concurrent claims', async () => {
    const one = request();
    const claims = await Promise.all(Array.from({ length: 20 }, () => store.claim(one)));
    expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
    expect(claims.filter(({ kind }) => kind === 'running')).toHaveLength(19);
  });

  it('returns the first response again, and a conflict for another body', async () => {
    const one = request();
    await store.finish(running(await store.claim(one)), { status: 201, sealed: Buffer.from([1, 2, 250]) });
    expect(await store.claim({ ...one, jobId: 'job_other' })).toEqual({
      kind: 'responded',
      response: { status: 201, jobId: one.jobId, sealed: Buffer.from([1, 2, 250]) },
    });
    expect(await store.claim({ ...one, fingerprint: 'other' })).toEqual({ kind: 'conflict' });
    const rotated = { ...one, fingerprint: 'other', formerFingerprints: ['another', 'body'] };
    expect(await store.claim(rotated)).toMatchObject({ kind: 'responded' });
    const two = request();
    await store.finish(running(await store.claim(two)), { status: 200, sealed: null });
    expect(await store.claim(two)).toMatchObject({
      kind: 'responded',
      response: { status: 200, sealed: null },
    });
  });

  it('continues with the same job after a crash, once the lease has ended, and lets only one take over', async () => {
    const one = request();
    const crashed = running(await store.claim(one));
    await pass(one.id, leaseMs - 5_000);
    expect(await store.claim(one)).toEqual({ kind: 'running' });
    await pass(one.id, 5_000);
    const later = { ...one, jobId: 'job_later' };
    const claims = await Promise.all(Array.from({ length: 10 }, () => store.claim(later)));
    const taken = claims.filter(({ kind }) => kind === 'claimed');
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({ running: { jobId: one.jobId, resumed: true } });
    await store.finish(crashed, { status: 200, sealed: null });
    await store.release(crashed);
    expect(await store.claim(later)).toEqual({ kind: 'running' });
  });

  it('keeps a renewed claim', async () => {
    const one = request();
    const claim = running(await store.claim(one));
    await pass(one.id, leaseMs - 1_000);
    await store.renew(claim, leaseMs);
    await pass(one.id, leaseMs - 5_000);
    expect(await store.claim(one)).toEqual({ kind: 'running' });
  });

  it("uses the database's clock, whatever the time on the machine is", async () => {
    const one = request();
    await store.claim(one);
    const ahead = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * hourMs);
    try {
      expect(await store.claim(one)).toEqual({ kind: 'running' });
      const two = request();
      running(await store.claim(two));
      ahead.mockRestore();
      expect(await store.claim(two)).toEqual({ kind: 'running' });
      await pass(two.id, leaseMs);
      expect(await store.claim(two)).toMatchObject({ kind: 'claimed', running: { resumed: true } });
    } finally {
      ahead.mockRestore();
    }
  });

  it('lets a suspended request continue at once, and a released key start anew', async () => {
    const one = request();
    await store.suspend(running(await store.claim(one)));
    const resumed = running(await store.claim({ ...one, jobId: 'job_other' }));
    expect(resumed).toMatchObject({ jobId: one.jobId, resumed: true });
    await store.release(resumed);
    const fresh = await store.claim({ ...one, jobId: 'job_other', fingerprint: 'other' });
    expect(fresh).toMatchObject({ kind: 'claimed', running: { jobId: 'job_other', resumed: false } });
  });

  it('forgets a key after a day, before and after MongoDB removes it', async () => {
    const one = request();
    await store.finish(running(await store.claim(one)), { status: 200, sealed: null });
    await pass(one.id, 24 * hourMs - 60_000);
    expect(await store.claim(one)).toMatchObject({ kind: 'responded' });
    await pass(one.id, 60_000);
    const next = await store.claim({ ...one, jobId: 'job_next', fingerprint: 'other' });
    expect(next).toMatchObject({ kind: 'claimed', running: { jobId: 'job_next', resumed: false } });
    const indexes = await connection.collection('idempotency_keys').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  });
});
