import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currentTestRun } from '@leadbridge/devkit';
import type { HaloQuirks, PsaSimulator } from '@leadbridge/psa-simulator';
import fc from 'fast-check';

import { importHarnessOn, type ImportWork } from '../support/import-harness.js';
import { openServers, type Servers } from '../support/open-servers.js';
import {
  anySteps,
  beginRun,
  emptyModel,
  endRun,
  workerOn,
  type MirroredWorld,
} from '../support/mirror-model.js';

const stepsOfRun = 40;
const { seed, mirrorSteps } = currentTestRun();
const dialects = ['spec', 'halopsa'] as const;
const runs = Math.ceil(mirrorSteps / stepsOfRun / dialects.length);

const habits = fc.record({
  order: fc.constantFrom('oldest_first', 'newest_first', 'oldest_first', 'newest_first', 'none', 'arbitrary'),
  pageCap: fc.constantFrom(7, 10, 20, 100),
  recordCount: fc.boolean(),
  countedRows: fc.constantFrom('all', 'page', 'hidden_too'),
  paging: fc.constantFrom('honoured', 'honoured', 'honoured', 'ignored'),
  lists: fc.constantFrom('envelope', 'bare'),
  reads: fc.constantFrom('bare', 'wrapped'),
  ticketPeople: fc.boolean(),
  customFieldsInLists: fc.boolean(),
  searchLagMilliseconds: fc.constantFrom(0, 0, 100),
} as const) satisfies fc.Arbitrary<Parameters<PsaSimulator['setDialect']>[0]>;

/** The differences between HaloPSA builds that concern lists. */
const builds = fc.record({
  listFields: fc.constantFrom('asked_for', 'asked_for', 'absent', 'empty'),
  ignoredParameters: fc.constantFrom(['tickettype_id'], ['tickettype_id'], ['tickettype_id', 'ticketids']),
  pageCap: fc.constantFrom(7, 20, 100),
  rowKeys: fc.boolean(),
  rowNames: fc.boolean(),
  fieldValues: fc.constantFrom('typed', 'text'),
  stamps: fc.constantFrom('moving', 'moving', 'standing', 'absent'),
} as const) satisfies fc.Arbitrary<Partial<HaloQuirks>>;

describe.each(dialects)('bulk imports with the mirror, in the dialect %s', (psaDialect) => {
  let servers: Servers;
  let harness: Servers & ImportWork;
  let ahead = 0;
  let base = 0;
  const clock = { now: () => Date.now() + ahead };

  beforeAll(async () => {
    servers = await openServers({ psaDialect });
    harness = await importHarnessOn(servers, clock);
  });
  afterAll(async () => {
    await servers.close();
  });

  async function anEmptyWorld(): Promise<MirroredWorld> {
    harness.simulator.reset();
    for (const { name } of (await harness.mongo.db?.listCollections().toArray()) ?? []) {
      await harness.mongo.collection(name).deleteMany({});
    }
    let worker = workerOn(harness, true);
    return {
      harness,
      worker: () => worker,
      restart() {
        worker = workerOn(harness, true);
      },
      pass(milliseconds) {
        ahead += milliseconds;
      },
      now: clock.now,
    };
  }

  it(
    `overwrite no manual work, and make no second ticket except in the documented window (${runs * stepsOfRun} steps, seed ${seed})`,
    async () => {
      base += 1_000;
      await fc.assert(
        fc.asyncProperty(habits, builds, anySteps(base, stepsOfRun), async (dialect, build, steps) => {
          const world = await anEmptyWorld();
          if (psaDialect === 'spec') {
            world.harness.simulator.setDialect(dialect);
          }
          world.harness.simulator.halo?.setQuirks(build);
          await beginRun(world, base);
          const model = emptyModel();
          await fc.asyncModelRun(() => ({ model, real: world }), steps);
          const scans = await endRun(model, world, base);
          // Otherwise the mirror has decided nothing.
          const isOrdered = dialect.order.endsWith('first') && dialect.paging === 'honoured';
          expect(scans > 0 || (psaDialect === 'spec' && !isOrdered)).toBe(true);
        }),
        { numRuns: runs, seed, endOnFailure: true, includeErrorInReport: true },
      );
    },
    Math.max(120_000, mirrorSteps * 5_000),
  );
});
