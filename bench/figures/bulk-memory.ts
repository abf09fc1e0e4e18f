import type { Measurement } from '../figure.js';
import { residentMegabytes } from '../resident-memory.js';
import { importBulk, leads, startService } from '../service.js';

const rows = 10_000;

export const bulkMemory: Measurement = {
  name: 'bulk-memory',
  title: 'Growth of memory over a bulk import of 10,000 leads',

  async run() {
    const system = await startService();
    try {
      // The first import loads code and fills caches of fixed size; growth is counted from there.
      await importBulk(system, leads(1, 1_000));
      const [api, worker] = [system.apis[0], system.workers[0]];
      const before = [await residentMegabytes(api), await residentMegabytes(worker)];
      let peaks = before;
      const timer = setInterval(() => {
        void Promise.all([residentMegabytes(api), residentMegabytes(worker)]).then((now) => {
          peaks = peaks.map((peak, index) => Math.max(peak, now[index] ?? 0));
        });
      }, 200);
      const { seconds } = await importBulk(system, leads(100_000, rows));
      clearInterval(timer);
      const growth = peaks.map((peak, index) => peak - (before[index] ?? 0));
      return [
        {
          name: 'API, growth at its peak',
          unit: 'MB',
          values: [growth[0] ?? Number.NaN],
          goal: { atMost: 100 },
        },
        {
          name: 'worker, growth at its peak',
          unit: 'MB',
          values: [growth[1] ?? Number.NaN],
          goal: { atMost: 100 },
        },
        { name: '10,000 leads, batches of 100', unit: 'leads/s', values: [rows / seconds], goal: null },
      ];
    } finally {
      await system.stop();
    }
  },
};
