import type { Measurement } from '../figure.js';
import { requestsPerSecond } from '../load.js';
import { lead, startService } from '../service.js';
import { startBareExpress } from './bare-express.js';

const repetitions = 3;
const seconds = 6;
const body = { source: 'provider_a', data: lead(1) };

export const acceptLead: Measurement = {
  name: 'accept-lead',
  title: 'Accepting a lead with respond-async, against bare Express with one MongoDB insert',

  async run() {
    // No worker: what is measured is the API, up to the acceptance.
    const system = await startService({ workers: 0 });
    const bare = await startBareExpress(system.mongodbUri);
    try {
      const headers = { authorization: `Bearer ${system.adminKey}`, prefer: 'respond-async' };
      const target = { url: `${system.baseUrl}/api/v1/sync/leads`, headers };
      await requestsPerSecond(target.url, target.headers, body, 2);
      await requestsPerSecond(bare.url, {}, body, 2);
      const ours: number[] = [];
      const bares: number[] = [];
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        bares.push(await requestsPerSecond(bare.url, {}, body, seconds));
        ours.push(await requestsPerSecond(target.url, target.headers, body, seconds));
      }
      return [
        { name: 'leads accepted (202)', unit: 'requests/s', values: ours, goal: null },
        { name: 'bare Express with one insert', unit: 'requests/s', values: bares, goal: null },
        {
          name: 'accepting against bare Express',
          unit: 'ratio',
          values: ours.map((rate, index) => rate / (bares[index] ?? Number.NaN)),
          goal: { atLeast: 0.6 },
        },
      ];
    } finally {
      await bare.stop();
      await system.stop();
    }
  },
};
