import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ProcessSystem } from '@leadbridge/devkit';

import type { Figure, Measurement } from '../figure.js';
import { startService } from '../service.js';
import { bulk, loads, unwantedBodies, type Load } from './event-loop-loads.js';

const repetitions = 5;
/** What must not delay anybody else. */
const goalMs = 100;
const settleMs = 50;

/** The API, and the file that its turns are written to. */
interface Measured {
  readonly system: ProcessSystem;
  readonly file: string;
}

/** The longest turn of the API's event loop while it responds to one request, in milliseconds of the processor (`turn-meter.mjs`). */
export const eventLoop: Measurement = {
  name: 'event-loop',
  title: 'How long one request keeps the API from all others (time of the processor)',

  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'leadbridge-turns-'));
    const file = join(folder, 'turns');
    const meter = new URL('../turn-meter.mjs', import.meta.url).href;
    // No worker: what it does with the jobs is not the edge's.
    const system = await startService({
      workers: 0,
      env: {
        SYNC_WAIT_SECONDS: '1',
        TURN_METER_FILE: file,
        NODE_OPTIONS: `--max-old-space-size=1024 --import=${meter}`,
      },
    });
    try {
      const measured = { system, file };
      const document = await ofDocument(measured);
      await send(system, { path: '/sync/leads/bulk', body: bulk(), headers: { prefer: 'respond-async' } });
      const figures: Figure[] = [];
      for (const load of loads) {
        const values: number[] = [];
        for (let repetition = 0; repetition < repetitions; repetition += 1) {
          values.push(await ofLoad(measured, load, repetition));
        }
        figures.push({ name: load.name, unit: 'ms', values, goal: { atMost: goalMs } });
      }
      return [...figures, await ofEveryRoute(measured), document];
    } finally {
      await system.stop();
      await rm(folder, { recursive: true });
    }
  },
};

/** Made when it is first asked for. */
async function ofDocument(measured: Measured): Promise<Figure> {
  const values = [
    await longestTurnMs(measured, async () => {
      await routesWithBody(measured.system);
    }),
  ];
  return { name: 'the first GET /openapi.json', unit: 'ms', values, goal: { atMost: goalMs } };
}

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ofLoad(measured: Measured, load: Load, repetition: number): Promise<number> {
  const { path, headers = {}, status: expected = 202 } = load;
  const key = headers['idempotency-key'];
  const own = key === undefined ? {} : { 'idempotency-key': `${key}-${repetition}-${Date.now()}` };
  const body = load.body();
  return await longestTurnMs(measured, async () => {
    const { status, text } = await send(measured.system, { path, body, headers: { ...headers, ...own } });
    if (status !== expected) {
      throw new Error(`${load.name}: ${path} responded with ${status}: ${text.slice(0, 500)}`);
    }
  });
}

/** The longest of all routes that take a body, for bodies that none of them wants. */
async function ofEveryRoute(measured: Measured): Promise<Figure> {
  const routes = await routesWithBody(measured.system);
  const bodies = unwantedBodies.map((body) => body());
  const values: number[] = [];
  let slowest = { ms: 0, route: '' };
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    let longest = 0;
    for (const { method, path } of routes) {
      const ms = await longestTurnMs(measured, async () => {
        for (const body of bodies) {
          const { status } = await send(measured.system, { method, path, body });
          if (status >= 500) {
            throw new Error(`${method} ${path} responded with ${status}`);
          }
        }
      });
      longest = Math.max(longest, ms);
      slowest = ms > slowest.ms ? { ms, route: `${method} ${path}` } : slowest;
    }
    values.push(longest);
  }
  const name = `${bodies.length} unwanted bodies at each of ${routes.length} routes`;
  return { name, unit: 'ms', values, goal: { atMost: goalMs }, note: `the longest at ${slowest.route}` };
}

async function routesWithBody(
  system: ProcessSystem,
): Promise<readonly { readonly method: string; readonly path: string }[]> {
  const response = await fetch(`${system.baseUrl}/api/v1/openapi.json`, {
    headers: { authorization: `Bearer ${system.adminKey}` },
  });
  const { paths } = (await response.json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: unknown }>>>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { requestBody }]) => requestBody !== undefined)
      .map(([method]) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, '1') })),
  );
}

async function send(
  system: ProcessSystem,
  { method = 'POST', path, body, headers = {} }: Sent,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${system.baseUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${system.adminKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    body,
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, text: await response.text() };
}

/** Of the turns that begin with the request and have ended when it has its response, or shortly after. */
async function longestTurnMs({ file }: Measured, request: () => Promise<void>): Promise<number> {
  await writeFile(file, '');
  await request();
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const turns = (await readFile(file, 'utf8')).trim().split('\n');
  return Math.max(...turns.map((turn) => Number(turn.split(' ')[1] ?? 0)));
}
