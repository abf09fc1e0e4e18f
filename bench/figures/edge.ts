import type { Measurement } from '../figure.js';
import { requestsPerSecond } from '../load.js';
import { startService } from '../service.js';
import { startBareExpress } from './bare-express.js';

/** Short and many, alternating: other load of the machine affects both. */
const rounds = 8;
const seconds = 3;
const warmUpSeconds = 8;
const body = {
  source: 'manual',
  data: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', company: 'Example' },
};

export const edge: Measurement = {
  name: 'edge',
  title:
    'The edge (headers, credential, limits, schema, log) on a request without work, against bare Express',

  async run() {
    const system = await startService({ workers: 0 });
    const bare = await startBareExpress();
    try {
      const headers = { authorization: `Bearer ${system.adminKey}` };
      const askOurs = (duration: number) =>
        requestsPerSecond(`${system.baseUrl}/api/v1/validate/leads`, headers, body, duration);
      const askBare = (duration: number) => requestsPerSecond(bare.url, {}, body, duration);
      await askOurs(warmUpSeconds);
      await askBare(warmUpSeconds);
      const ours: number[] = [];
      const bares: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        bares.push(await askBare(seconds));
        ours.push(await askOurs(seconds));
      }
      return [
        { name: 'leads checked (POST /validate/leads)', unit: 'requests/s', values: ours, goal: null },
        {
          name: 'bare Express with express.json and the same rule',
          unit: 'requests/s',
          values: bares,
          goal: null,
        },
        {
          name: 'the edge against bare Express',
          unit: 'ratio',
          values: ours.map((rate, index) => rate / (bares[index] ?? Number.NaN)),
          goal: { atLeast: 0.6 },
          note: 'each request also makes one round trip to Redis, as limits hold over all instances, and writes one line to the log',
        },
      ];
    } finally {
      await bare.stop();
      await system.stop();
    }
  },
};
