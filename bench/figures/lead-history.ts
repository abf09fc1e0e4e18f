import mongoose from 'mongoose';

import { percentile, type Figure, type Measurement } from '../figure.js';
import { get, importBulk, lead, leads, post, startService } from '../service.js';
import { copyLeads } from './copy-leads.js';

const imports = 200;
const reads = 300;
const signals = ['Hiring', 'Opened an office', 'Series B', 'New management'];

/** How long the history and the fields of a lead take that was imported again and again. */
export const leadHistory: Measurement = {
  name: 'lead-history',
  title: 'A lead of 200 imports, read beside 200,000 leads',

  async run() {
    const system = await startService();
    const connection = await mongoose.createConnection(system.mongodbUri).asPromise();
    try {
      await importBulk(system, leads(1, 1_000));
      let leadId: unknown;
      for (let count = 0; count < imports; count += 1) {
        const data = lead(1, { growth_signals: signals[count % signals.length] });
        const response = await post(
          system,
          '/sync/leads',
          { source: count % 2 === 0 ? 'provider_a' : 'provider_b', data },
          { prefer: 'wait=60' },
        );
        leadId = response['lead_id'];
      }
      await copyLeads(connection, 200);
      await copyTimelines(connection, 200);
      const path = `/leads/${String(leadId)}`;
      const { timeline } = await get(system, `${path}/timeline?limit=100`);
      const entries = (timeline as readonly unknown[] | undefined)?.length ?? 0;
      return [
        {
          name: 'entries of a page of the timeline',
          unit: 'entries',
          values: [entries],
          goal: { atLeast: 100 },
        },
        await p95('GET /leads/{lead_id}/timeline, p95', `${path}/timeline`),
        await p95('GET /leads/{lead_id} with its fields, p95', path),
      ];
    } finally {
      await connection.close();
      await system.stop();
    }

    async function p95(name: string, path: string): Promise<Figure> {
      const times: number[] = [];
      for (let read = 0; read < reads; read += 1) {
        const startedAt = performance.now();
        await get(system, path);
        times.push(performance.now() - startedAt);
      }
      return { name, unit: 'ms', values: [percentile(times, 0.95)], goal: { atMost: 50 } };
    }
  },
};

/** Their history too. */
async function copyTimelines(connection: mongoose.Connection, copies: number): Promise<void> {
  const collection = connection.collection<{ _id: string; leadId: number }>('events');
  const originals = await collection
    .find({ leadId: { $gt: 0 } })
    .limit(1_000)
    .toArray();
  for (let copy = 1; copy < copies; copy += 1) {
    await collection.insertMany(
      originals.map((entry) => ({
        ...entry,
        _id: `${entry._id}#${copy}`,
        leadId: entry.leadId + copy * 10_000_000,
      })),
      { ordered: false },
    );
  }
}
