import { setImmediate as turn } from 'node:timers/promises';

import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createAnalyticsReader } from './analytics-reader.js';
import { createFactTotals } from './fact-totals.js';
import { countStandingRecords } from './standing-records.js';
import { createStandingTotals } from './standing-totals.js';

const statuses = ['new_lead', 'researching', 'contacted', 'engaged'] as const;
const connections: Connection[] = [];
let mongo: Connection;
let uri: string;
let lastId = 0;

beforeEach(async () => {
  uri = testServers().mongodbUri;
  mongo = await connectMongo(uri);
  connections.push(mongo);
  createAnalyticsReader(mongo);
  createFactTotals(mongo);
  await ensureIndexes(mongo);
});

afterAll(async () => {
  await Promise.all(connections.map(async (connection) => connection.close()));
});

/** What an import writes: leads and their fact, in one transaction. */
async function importLeads(source: string, count: number): Promise<void> {
  const at = new Date();
  const leads = Array.from({ length: count }, () => {
    const id = (lastId += 1);
    return {
      _id: id,
      key: `k${id}`,
      status: 'new_lead',
      createdSource: source,
      prospectId: null,
      createdAt: at,
    };
  });
  await mongo.transaction(async (session) => {
    await mongo.collection('leads').insertMany(leads as never[], { session });
    await turn();
    const counts = { created: count, updated: 0, skipped: 0, preserved: 0, failed: 0 };
    await mongo.collection('events').insertOne({ at, source, ...counts }, { session });
  });
}

/** What a transition writes: the lead's state and its fact, in one transaction. */
async function moveLead(leadId: number, from: string, to: string): Promise<void> {
  await mongo.transaction(async (session) => {
    await mongo
      .collection('leads')
      .updateOne({ _id: leadId as never }, { $set: { status: to } }, { session });
    await turn();
    const fact = { kind: 'lead', recordId: leadId, leadId, source: 'csv', from, to, secondsInFrom: 0 };
    await mongo.collection('transitions').insertOne({ ...fact, at: new Date() }, { session });
  });
}

async function settle(): Promise<void> {
  const totals = createFactTotals(mongo);
  while ((await totals.rollUp()) > 0);
}

const known = (counts: ReadonlyMap<string, number> | null) =>
  counts === null ? null : Object.fromEntries([...counts].filter(([, count]) => count > 0));

describe('counts of records by their state', () => {
  it('are cached while nothing happens, for all sources and for one', async () => {
    const totals = createStandingTotals(mongo);
    await importLeads('csv', 3);
    await importLeads('provider_a', 2);
    expect(await totals.read(undefined)).toBeNull();
    await settle();
    expect(known(await totals.read(undefined))).toEqual({ new_lead: 5 });
    expect(known(await totals.read('csv'))).toEqual({ new_lead: 3 });
  });

  it('are not used once a fact was recorded, or rolled up since', async () => {
    const totals = createStandingTotals(mongo);
    await importLeads('csv', 3);
    await settle();
    await moveLead(lastId, 'new_lead', 'researching');
    expect(await totals.read(undefined)).toBeNull();
    expect(known(await createAnalyticsReader(mongo).standing())).toEqual({ new_lead: 2, researching: 1 });
    await createFactTotals(mongo).rollUp();
    expect(await totals.read(undefined)).toBeNull();
    await settle();
    expect(known(await totals.read(undefined))).toEqual({ new_lead: 2, researching: 1 });
  });

  it('exclude what became another record, and are not used if records were added by hand', async () => {
    await importLeads('csv', 2);
    await mongo.collection('leads').updateOne({ _id: lastId as never }, { $set: { prospectId: 1 } });
    const record = { source: 'csv', createdAt: new Date() };
    await mongo.collection('prospects').insertOne({
      ...{ _id: 1 as never, leadId: lastId, status: 'qualified', opportunityId: 1, ...record },
    });
    await mongo.collection('opportunities').insertOne({
      ...{ _id: 1 as never, prospectId: 1, psaOpportunityId: 1, status: 'won', ...record },
    });
    await settle();
    const totals = createStandingTotals(mongo);
    expect(known(await totals.read(undefined))).toEqual({ new_lead: 1, won: 1 });
    expect(known(await totals.read(undefined))).toEqual(known(await countStandingRecords(mongo, undefined)));
    await mongo
      .collection('leads')
      .insertOne({ _id: (lastId += 1) as never, key: 'by hand', status: 'engaged' });
    expect(await totals.read(undefined)).toBeNull();
  });

  it('always include every record once while leads arrive, change, and two processes roll up', async () => {
    const beside = await connectMongo(uri);
    connections.push(beside);
    const totals = createStandingTotals(beside);
    const count = 60;
    await importLeads('csv', count);
    const first = lastId - count + 1;
    let moving = true;
    let believed = 0;
    const states = new Map<number, number>();
    const move = async (part: number): Promise<void> => {
      for (let round = 0; round < 15; round += 1) {
        const leadId = first + ((round * 7) % (count / 2)) + part * (count / 2);
        const state = states.get(leadId) ?? 0;
        const next = (state + 1) % statuses.length;
        await moveLead(leadId, statuses[state] ?? '', statuses[next] ?? '');
        states.set(leadId, next);
      }
    };
    const moveAndRest = async (): Promise<void> => {
      try {
        for (let phase = 0; phase < 4; phase += 1) {
          await Promise.all([move(0), move(1)]);
          for (const before = believed; believed === before;) {
            await turn();
          }
        }
      } finally {
        moving = false;
      }
    };
    const rollUp = async (connection: Connection): Promise<void> => {
      const adder = createFactTotals(connection);
      while (moving) {
        await adder.rollUp();
      }
    };
    const ask = async (): Promise<void> => {
      while (moving) {
        const counts = await totals.read(undefined);
        if (counts !== null) {
          believed += 1;
          expect([...counts.values()].reduce((sum, each) => sum + each, 0)).toBe(count);
        }
      }
    };
    await Promise.all([moveAndRest(), rollUp(mongo), rollUp(beside), ask()]);
    await settle();
    expect(known(await totals.read(undefined))).toEqual(known(await countStandingRecords(mongo, undefined)));
  });
});
