import mongoose from 'mongoose';

import type { Measurement } from '../figure.js';
import { importBulk, leads, startService } from '../service.js';
import { copyLeads } from './copy-leads.js';

const repetitions = 3;
const rows = 500;

export const recordGrowth: Measurement = {
  name: 'record-growth',
  title: 'Time per lead with 1,000 and with 200,000 leads in MongoDB',

  async run() {
    const system = await startService();
    const connection = await mongoose.createConnection(system.mongodbUri).asPromise();
    try {
      await importBulk(system, leads(1, 1_000));
      const few = await millisecondsPerLead(1);
      await copyLeads(connection, 200);
      // What copying so much at once leaves to do is no part of an import: it is written down, and the caches know their places again.
      await connection.db?.admin().command({ fsync: 1 });
      await importBulk(system, leads(900_000, rows));
      const many = await millisecondsPerLead(2);
      return [
        { name: 'with 1,000 leads', unit: 'ms/lead', values: few, goal: null },
        { name: 'with 200,000 leads', unit: 'ms/lead', values: many, goal: null },
        {
          name: 'times as long with 200,000',
          unit: 'ratio',
          values: many.map((value, index) => value / (few[index] ?? Number.NaN)),
          goal: { atMost: 1.2 },
        },
      ];
    } finally {
      await connection.close();
      await system.stop();
    }

    async function millisecondsPerLead(part: number): Promise<number[]> {
      const times: number[] = [];
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        const first = part * 1_000_000 + repetition * 10_000;
        const { seconds } = await importBulk(system, leads(first, rows));
        times.push((seconds * 1_000) / rows);
      }
      return times;
    }
  },
};
