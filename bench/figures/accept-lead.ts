import autocannon from 'autocannon';

import type { Measurement } from '../figure.js';
import { lead, startService } from '../service.js';
import { startBareExpress } from './bare-express.js';

const repetitions = 3;
const seconds = 6;
const connections = 20;

export const acceptLead: Measurement = {
  name: 'accept-lead',
  title: 'Accepting a lead with respond-async, against bare Express with one MongoDB insert',

  async run() {
    // No worker: what is measured is the edge, up to the promise.
    const system = await startService({ workers: 0 });
    const bare = await startBareExpress(system.mongodbUri);
    try {
      const headers = { authorization: `Bearer ${system.adminKey}`, prefer: 'respond-async' };
      const target = { url: `${system.baseUrl}/api/v1/sync/leads`, headers };
      await requestsPerSecond(target.url, target.headers, 2);
      await requestsPerSecond(bare.url, {}, 2);
      const ours: number[] = [];
      const bares: number[] = [];
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        bares.push(await requestsPerSecond(bare.url, {}, seconds));
        ours.push(await requestsPerSecond(target.url, target.headers, seconds));
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

async function requestsPerSecond(
  url: string,
  headers: Readonly<Record<string, string>>,
  duration: number,
): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    connections,
    duration,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ source: 'provider_a', data: lead(1) }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result.requests.average;
}
