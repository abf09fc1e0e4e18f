import type { AppProcess, ProcessSystem } from '@leadbridge/devkit';
import { seededRandom } from '@leadbridge/psa-simulator';

import { callerOf, flatLead } from '../support/caller.js';
import { EventReceiver } from '../support/event-receiver.js';
import { notify, statusNotification } from '../support/psa-notifications.js';
import { drill, exactly, type DrillFigure } from '../support/drill.js';
import { memoryOf, memoryReporting, type MemorySample } from '../support/memory-reporting.js';
import {
  accountsOf,
  pause,
  rowsWithDuplicates,
  sendBulk,
  withService,
  type SentBulk,
} from '../support/drill-service.js';

const minuteMs = 60_000;
/** Milliseconds of load, and of them those in which memories and connections come to what they need. */
const short = { loadMs: minuteMs, warmUpMs: 0.4 * minuteMs };
const long = { loadMs: 30 * minuteMs, warmUpMs: 5 * minuteMs };
/** Connections that nobody uses are closed within this time. */
const quietMs = 8_000;
const bulkEveryMs = 10_000;
const bulkRows = 50;
/** Of a run of a minute no slope can be told: it may keep this much in all. */
const maxShortGrowthMegabytes = 15;

/** Of the second half: what leaks with each request or job is hundreds, in every half. */
const maxMoreHandles = 5;
/** The limit of the pool (`maxPoolSize`), and what watches the server beside it. */
const maxDatabaseConnections = 45;

class MixedLoad {
  readonly bulks: SentBulk[] = [];
  failures = 0;
  requests = 0;
  readonly #system: ProcessSystem;
  readonly #random: () => number;
  readonly #tickets: number[] = [];
  #nextLead = 1;

  constructor(system: ProcessSystem, seed: number) {
    this.#system = system;
    this.#random = seededRandom(seed);
  }

  /** Imports, reads, notifications and malformed bodies, some ten a second, and a bulk import every ten seconds. */
  async run(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds;
    let bulkAt = 0;
    while (performance.now() < end) {
      if (performance.now() >= bulkAt) {
        bulkAt = performance.now() + bulkEveryMs;
        const from = 1_000_000 + this.bulks.length * 1_000;
        this.bulks.push(await sendBulk(this.#system, rowsWithDuplicates(from, bulkRows, from)));
      }
      await Promise.all([this.#one(), this.#one(), pause(200)]);
    }
  }

  async #one(): Promise<void> {
    const status = await this.#ask(Math.floor(this.#random() * 8));
    this.requests += 1;
    this.failures += status >= 500 ? 1 : 0;
  }

  async #ask(kind: number): Promise<number> {
    const api = callerOf(this.#system);
    const known = Math.ceil(this.#random() * this.#nextLead);
    switch (kind) {
      case 0:
      case 1:
        return await this.#importNew();
      case 2:
        return (await api.importLead(flatLead(known, { headcount: 1_000 + this.requests }))).status;
      case 3:
        return await this.#notify();
      case 4:
        return (await api.call('GET', `/leads?limit=50&page=${Math.ceil(known / 50)}`)).status;
      case 5:
        return (await api.call('GET', `/leads/${known}/timeline`)).status;
      case 6:
        return (await api.call('POST', '/sync/leads', { source: 'csv', leads: [null, 1, 'x'] })).status;
      default:
        return (await api.call('GET', '/jobs?limit=20')).status;
    }
  }

  async #importNew(): Promise<number> {
    this.#nextLead += 1;
    const { status, body } = await callerOf(this.#system).importLead(flatLead(this.#nextLead));
    if (typeof body['psa_ticket_id'] === 'number') {
      this.#tickets.push(body['psa_ticket_id']);
    }
    return status;
  }

  /** Tells that a ticket of a single import has moved, as the PSA does. */
  async #notify(): Promise<number> {
    const { simulator } = this.#system;
    const ticketId = this.#tickets[Math.floor(this.#random() * this.#tickets.length)];
    if (ticketId === undefined) {
      return 200;
    }
    const statusId = simulator.ticket(ticketId)?.status_id === 1 ? 2 : 1;
    simulator.actAsAgent(ticketId, { status_id: statusId });
    return (await notify(this.#system, statusNotification(ticketId, statusId))).status;
  }
}

/** Megabytes an hour, of the line that fits best. */
function slopeOf(samples: readonly { readonly atMs: number; readonly megabytes: number }[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, of] = [mean(samples.map(({ atMs }) => atMs)), mean(samples.map(({ megabytes }) => megabytes))];
  const rise = samples.reduce((sum, { atMs, megabytes }) => sum + (atMs - at) * (megabytes - of), 0);
  const run = samples.reduce((sum, { atMs }) => sum + (atMs - at) ** 2, 0);
  return (rise / run) * 3_600_000;
}

/** Runs the load on, and asks a process for its memory ten times meanwhile and once it is quiet. */
async function watch(
  apps: Readonly<Record<string, AppProcess>>,
  load: MixedLoad,
  { loadMs, warmUpMs }: typeof short,
  isSoak: boolean,
): Promise<readonly DrillFigure[]> {
  const measured = async (): Promise<Readonly<Record<string, MemorySample>>> => {
    await pause(quietMs);
    const samples = Object.entries(apps).map(async ([name, app]) => [name, await memoryOf(app)] as const);
    return Object.fromEntries(await Promise.all(samples));
  };
  await load.run(warmUpMs);
  const parts = isSoak ? 10 : 2;
  const samples = [{ atMs: 0, of: await measured() }];
  const startedAt = performance.now();
  for (let part = 0; part < parts; part += 1) {
    await load.run((loadMs - warmUpMs) / parts);
    samples.push({ atMs: performance.now() - startedAt, of: await measured() });
  }
  return Object.keys(apps).flatMap((name): DrillFigure[] => {
    const own = samples.flatMap(({ atMs, of }) => {
      const sample = of[name];
      return sample === undefined ? [] : [{ atMs, ...sample }];
    });
    const [first, middle, last] = [own[0], own[Math.floor(own.length / 2)], own.at(-1)];
    if (first === undefined || middle === undefined || last === undefined) {
      return [];
    }
    const memory: DrillFigure = isSoak
      ? { name: `${name}: memory, MB an hour`, value: slopeOf(own), atMost: 1 }
      : {
          name: `${name}: memory more`,
          value: last.megabytes - first.megabytes,
          unit: 'MB',
          atMost: maxShortGrowthMegabytes,
        };
    return [
      { name: `${name}: memory`, value: last.megabytes, unit: 'MB' },
      memory,
      { name: `${name}: open handles more`, value: last.handles - middle.handles, atMost: maxMoreHandles },
      { name: `${name}: connections to MongoDB`, value: last.connections, atMost: maxDatabaseConnections },
    ];
  });
}

drill({
  promise:
    'Under mixed load, for a minute or with `--soak` for thirty, no request ends in a 5xx, and neither memory nor open handles of the processes keep growing.',
  async run({ seed, isSoak }) {
    const receiver = new EventReceiver();
    await receiver.start();
    const env = {
      ...memoryReporting(),
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1/32',
    };
    try {
      return await withService({ env, simulator: { randomSeed: seed } }, async (system) => {
        await callerOf(system).call('POST', '/webhooks', { url: receiver.url('/events'), events: ['*'] });
        const load = new MixedLoad(system, seed);
        const [api, worker] = [system.apis[0], system.workers[0]];
        if (api === undefined || worker === undefined) {
          throw new Error('The service has no processes');
        }
        const figures = await watch({ api, worker }, load, isSoak ? long : short, isSoak);
        return [
          { name: 'requests', value: load.requests },
          exactly('5xx', load.failures, 0),
          ...figures,
          ...(await accountsOf(system, load.bulks)),
        ];
      });
    } finally {
      await receiver.stop();
    }
  },
});
