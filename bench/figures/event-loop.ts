import type { TestSystem } from '@leadbridge/devkit';

import type { Figure, Measurement } from '../figure.js';
import { leads, startService } from '../service.js';

const repetitions = 3;
const rows = 10_000;
/** What nobody else is to wait for. */
const goalMs = 100;

interface Load {
  readonly name: string;
  readonly path: string;
  readonly body: () => string;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = { 'content-type': 'application/json' };
const respondAsync = { prefer: 'respond-async' };

function bulk(notes = ''): string {
  return JSON.stringify({ source: 'provider_a', leads: leads(1, rows, () => ({ notes })) });
}

/** 10,000 rows, close to the limit of 10 MiB. */
function table(): string {
  const head = 'first_name,last_name,email,company,notes';
  const notes = 'x'.repeat(960);
  const lines = Array.from(
    { length: rows },
    (_, index) => `Ada,Number${index},ada.${index}@example.com,Company ${index},${notes}`,
  );
  return [head, ...lines].join('\r\n');
}

/** As many as one request may bring. */
function notifications(): string {
  const changes = {
    status_id: { new_value: 3 },
    customfields: [{ id: 105, new_value: true }],
    notes: 'x'.repeat(480),
  };
  return JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ ticket_id: index + 1, changes })));
}

const bulkPath = '/sync/leads/bulk';
const loads: readonly Load[] = [
  { name: 'bulk, 10,000 rows', path: bulkPath, body: () => bulk(), headers: respondAsync },
  {
    name: 'bulk, 10,000 rows, Idempotency-Key',
    path: bulkPath,
    body: () => bulk(),
    headers: { ...respondAsync, 'idempotency-key': 'bench' },
  },
  {
    name: 'bulk, 10,000 rows of 9.5 MB, Idempotency-Key',
    path: bulkPath,
    body: () => bulk('x'.repeat(720)),
    headers: { ...respondAsync, 'idempotency-key': 'bench' },
  },
  {
    name: 'bulk, one row of 9.5 MB, Idempotency-Key',
    path: bulkPath,
    body: () =>
      JSON.stringify({ source: 'provider_a', leads: leads(1, 1, () => ({ notes: 'x'.repeat(9_500_000) })) }),
    headers: { ...respondAsync, 'idempotency-key': 'bench' },
  },
  {
    name: 'bulk, CSV of 10 MB',
    path: `${bulkPath}?source=csv`,
    body: table,
    headers: { ...respondAsync, 'content-type': 'text/csv' },
  },
  {
    name: '500 notifications, 300 kB',
    path: '/webhooks/dnc-sync',
    body: notifications,
    headers: respondAsync,
  },
];

/** The longest turn of the API's event loop while it answers one request, as the API itself measures it (`GET /metrics`). */
export const eventLoop: Measurement = {
  name: 'event-loop',
  title: 'How long one request keeps the API from all others',

  async run() {
    // No worker: what it does with the jobs is not the edge's.
    const system = await startService({ workers: 0, env: { SYNC_WAIT_SECONDS: '1' } });
    try {
      await send(system, { name: '', path: bulkPath, body: () => bulk(), headers: respondAsync }, 0);
      const figures: Figure[] = [];
      for (const load of loads) {
        const values: number[] = [];
        for (let repetition = 0; repetition < repetitions; repetition += 1) {
          await longestTurnMs(system);
          await send(system, load, repetition);
          values.push(await longestTurnMs(system));
        }
        figures.push({ name: load.name, unit: 'ms', values, goal: { atMost: goalMs } });
      }
      return figures;
    } finally {
      await system.stop();
    }
  },
};

async function send(
  system: TestSystem,
  { path, body, headers = {} }: Load,
  repetition: number,
): Promise<void> {
  const key = headers['idempotency-key'];
  const response = await fetch(`${system.baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${system.adminKey}`,
      ...json,
      ...headers,
      ...(key === undefined
        ? {}
        : { 'idempotency-key': `${key}-${path.length}-${repetition}-${Date.now()}` }),
    },
    body: body(),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (response.status !== 202) {
    throw new Error(`${path} answered ${response.status}: ${text.slice(0, 500)}`);
  }
}

/** Since it was asked last. */
async function longestTurnMs(system: TestSystem): Promise<number> {
  const response = await fetch(`${system.baseUrl}/metrics`, {
    headers: { authorization: `Bearer ${system.adminKey}` },
  });
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await response.text())?.[1];
  return Math.round(Number(seconds) * 1_000);
}
