import type { ProcessSystem } from '@leadbridge/devkit';

import type { Measurement } from '../figure.js';
import { residentMegabytes } from '../resident-memory.js';
import { completedJob, startService } from '../service.js';

const rows = 100_000;

export const optOutList: Measurement = {
  name: 'opt-out-list',
  title: 'A list of 100,000 opt-outs, as CSV with all columns, as CSV of addresses, and as JSON',

  async run() {
    const system = await startService();
    try {
      // A short list loads code and fills caches of fixed size; growth is counted from there.
      await sendList(system, 'text/csv', tableOf(1_000, 'first'));
      await sendList(system, 'application/json', jsonOf(1_000, 'second'));
      const [api, worker] = [system.apis[0], system.workers[0]];
      const before = [await residentMegabytes(api), await residentMegabytes(worker)];
      let peaks = before;
      const timer = setInterval(() => {
        void Promise.all([residentMegabytes(api), residentMegabytes(worker)]).then((now) => {
          peaks = peaks.map((peak, index) => Math.max(peak, now[index] ?? 0));
        });
      }, 200);
      const ofTable = await sendList(system, 'text/csv', tableOf(rows, 'third'));
      const ofAddresses = await sendList(system, 'text/csv', addressesOf(rows, 'fourth'));
      const ofJson = await sendList(system, 'application/json', jsonOf(rows, 'fifth'));
      clearInterval(timer);
      const [ofApi = Number.NaN, ofWorker = Number.NaN] = peaks.map(
        (peak, index) => peak - (before[index] ?? 0),
      );
      return [
        { name: '100,000 rows of a table', unit: 's', values: [ofTable], goal: { atMost: 60 } },
        { name: '100,000 addresses as CSV', unit: 's', values: [ofAddresses], goal: { atMost: 60 } },
        { name: '100,000 rows of JSON', unit: 's', values: [ofJson], goal: { atMost: 60 } },
        { name: 'API, growth at its peak', unit: 'MB', values: [ofApi], goal: { atMost: 60 } },
        { name: 'worker, growth at its peak', unit: 'MB', values: [ofWorker], goal: { atMost: 60 } },
      ];
    } finally {
      await system.stop();
    }
  },
};

/** Every hundredth row repeats an earlier one, and three of a hundred cannot be read. */
function emailOf(index: number, name: string): string {
  return index % 100 < 3 ? 'not an address' : `ada.${index - (index % 100 === 50 ? 1 : 0)}@${name}.example`;
}

function tableOf(count: number, name: string): string {
  const lines = Array.from(
    { length: count },
    (_, index) =>
      `${emailOf(index, name)},+1${2_012_000_000 + index},Ada,Number${index},Company ${index},,Unsubscribed,2026-01-31T09:00:00Z,crm-${index}`,
  );
  return `email,phone,first_name,last_name,company,domain,reason,occurred_at,external_id\n${lines.join('\n')}\n`;
}

function addressesOf(count: number, name: string): string {
  const lines = Array.from({ length: count }, (_, index) => `${emailOf(index, name)},Unsubscribed`);
  return `email,reason\n${lines.join('\n')}\n`;
}

function jsonOf(count: number, name: string): string {
  const suppressions = Array.from({ length: count }, (_, index) => ({
    email: emailOf(index, name),
    reason: 'Unsubscribed',
  }));
  return JSON.stringify({ suppressions });
}

/** Sends a list and waits for its end. @returns the seconds from sending to its end */
async function sendList(system: ProcessSystem, type: string, body: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${system.baseUrl}/api/v1/suppressions/bulk`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${system.adminKey}`,
      'content-type': type,
      prefer: 'respond-async',
    },
    body,
  });
  const result = (await response.json()) as Readonly<Record<string, unknown>>;
  if (response.status !== 202) {
    throw new Error(`The response to the list was ${response.status}: ${JSON.stringify(result)}`);
  }
  await completedJob(system, result['job_id'], 500);
  return (performance.now() - started) / 1_000;
}
