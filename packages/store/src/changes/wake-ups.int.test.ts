import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers, until } from '@leadbridge/devkit';
import { silentLogger } from '@leadbridge/platform';
import type { Connection } from 'mongoose';

import { connectMongo } from '../connect.js';
import { createWakeUps } from './wake-ups.js';

describe('wake-ups of a worker', () => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectMongo(testServers().mongodbUri);
  });

  afterAll(async () => {
    await connection.close();
  });

  it('come when somebody waits for a scan of the PSA, not with each of its pages', async () => {
    const states = connection.collection<{ _id: string }>('psa_mirror');
    const change = (fields: object) =>
      states.updateOne({ _id: 'tickets' }, { $set: fields }, { upsert: true });
    await change({ lastPage: 1, demandedSince: null, rebuildJobId: null });
    let heard = 0;
    const wakeUps = createWakeUps(connection, { collections: ['psa_mirror'], logger: silentLogger });
    wakeUps.on('psa_mirror', () => (heard += 1));
    await until(() => heard === 1);
    await change({ lastPage: 2, demandedSince: null, rebuildJobId: null });
    await change({ lastPage: 2, demandedSince: 5, rebuildJobId: null });
    await until(() => heard > 1);
    await change({ lastPage: 3, demandedSince: 5, rebuildJobId: null });
    await change({ lastPage: 3, demandedSince: 5, rebuildJobId: 'job_1' });
    await until(() => heard > 2);
    expect(heard).toBe(3);
    await wakeUps.stop();
  });

  it('come with each change of the configuration, and of the events and opt-outs with those that have something to do', async () => {
    const heard: string[] = [];
    const collections = ['configuration', 'events', 'suppressions'] as const;
    const [configuration, events, suppressions] = collections.map((name) => connection.collection(name));
    await configuration?.insertOne({ name: 'kept' });
    await events?.createIndex({ at: 1 });
    await suppressions?.createIndex({ pushAt: 1 });
    const wakeUps = createWakeUps(connection, { collections, logger: silentLogger });
    wakeUps.on('suppressions', () => heard.push('suppressions'));
    wakeUps.on('configuration', () => heard.push('configuration'));
    wakeUps.on('events', () => heard.push('events'));
    await until(() => heard.includes('events'));
    heard.length = 0;

    await events?.insertOne({ name: 'dispatched', dispatchedAt: new Date() });
    await events?.updateOne({ name: 'dispatched' }, { $set: { dispatchedAt: new Date() } });
    await configuration?.updateOne({ name: 'kept' }, { $set: { changed: true } });
    await until(() => heard.length > 0);
    await configuration?.replaceOne({ name: 'kept' }, { name: 'replaced' });
    await until(() => heard.length > 1);
    await connection.transaction(async (session) => {
      await events?.insertOne({ name: 'dispatched too', dispatchedAt: new Date() }, { session });
      await events?.insertOne({ name: 'waiting', dispatchedAt: null }, { session });
      await events?.updateOne({ name: 'dispatched' }, { $set: { name: 'changed' } }, { session });
    });
    await until(() => heard.includes('events'));
    await suppressions?.insertMany([
      { name: 'of a list', pushAt: null, ticketAt: null, spreadAt: new Date() },
      { name: 'for a provider', pushAt: new Date(), ticketAt: null },
      { name: 'for a ticket', pushAt: null, ticketAt: new Date() },
    ]);
    await until(() => heard.filter((what) => what === 'suppressions').length > 1);
    await configuration?.deleteOne({ name: 'replaced' });
    await until(() => heard.at(-1) === 'configuration');
    expect(heard).toEqual([
      ...['configuration', 'configuration', 'events'],
      ...['suppressions', 'suppressions', 'configuration'],
    ]);
    await wakeUps.stop();
  });
});
