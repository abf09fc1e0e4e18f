import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import type { Connection } from 'mongoose';

import { createAnalyticsReader } from '../analytics/analytics-reader.js';
import { createFactTotals } from '../analytics/fact-totals.js';
import { connectMongo, ensureIndexes } from '../connect.js';
import { importFactsAmongEvents } from './import-facts.js';

let mongo: Connection;

beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
});

afterAll(async () => {
  await mongo.close();
});

it('moves the counts of imports, each once, and keeps which are in the totals', async () => {
  const at = new Date('2026-01-31T09:00:10.000Z');
  const fact = { at, source: 'csv', created: 2, updated: 1, skipped: 0, preserved: 0, failed: 1 };
  const formerly = [{ ...fact, counted: true }, fact, { ...fact, source: 'provider_a' }];
  await mongo.collection('import_facts').insertMany(formerly);
  const stored = await mongo.collection('import_facts').find().toArray();
  await importFactsAmongEvents.run(mongo);
  // As if it had been killed before it removed them.
  await mongo.collection('import_facts').insertMany(stored);
  await importFactsAmongEvents.run(mongo);

  const reader = createAnalyticsReader(mongo);
  const totals = createFactTotals(mongo);
  await ensureIndexes(mongo);
  expect(await mongo.collection('events').countDocuments({ counted: true })).toBe(1);
  expect(await totals.rollUp()).toBe(2);
  // A part of a minute is read from the facts.
  const period = { from: new Date(at.getTime() - 1_000), to: new Date(at.getTime() + 1_000) };
  expect(await reader.sourceFacts(period)).toEqual([
    { source: 'csv', created: 4, succeeded: 6, tried: 8 },
    { source: 'provider_a', created: 2, succeeded: 3, tried: 4 },
  ]);
  const names = await mongo.db?.listCollections({}, { nameOnly: true }).toArray();
  expect(names?.map(({ name }) => name)).not.toContain('import_facts');
});
