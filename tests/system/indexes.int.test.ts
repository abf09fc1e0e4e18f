import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';
import { connectMongo, declaredModels } from '@leadbridge/store';

import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let mongo: Awaited<ReturnType<typeof connectMongo>>;

beforeAll(async () => {
  system = await startSystemHere({});
  mongo = await connectMongo(system.mongodbUri);
});

afterAll(async () => {
  await mongo.close();
  await system.stop();
});

// They are made of the models that stores have declared by the start: one that does so later would have none.
it('are all there once an API and a worker have started', async () => {
  const models = declaredModels.map((modelOf) => modelOf(mongo));
  const missing: string[] = [];
  for (const { collection, schema } of models) {
    const present = await collection.indexes().catch(() => []);
    const there = new Set(present.map(({ key }) => JSON.stringify(Object.entries(key))));
    missing.push(
      ...schema
        .indexes()
        .map(([keys]) => JSON.stringify(Object.entries(keys)))
        .filter((keys) => !there.has(keys))
        .map((keys) => `${collection.name} ${keys}`),
    );
  }
  expect(models.length).toBeGreaterThan(40);
  expect(missing).toEqual([]);
});
