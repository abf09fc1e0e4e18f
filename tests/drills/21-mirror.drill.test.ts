import { seededRandom } from '@leadbridge/psa-simulator';
import mongoose from 'mongoose';

import { callerOf, flatLead } from '../support/caller.js';
import { drill, exactly, type DrillContext, type DrillFigure } from '../support/drill.js';
import {
  accountsOf,
  askEveryMs,
  finish,
  pause,
  secondsUntil,
  sendBulk,
  withWorkers,
  type Lead,
  type SentBulk,
} from '../support/drill-service.js';
import type { WorkerSystem } from '../support/start-system-here.js';

/** Leads that the PSA holds, each with a contact and a client. */
const held = { short: 5_000, long: 40_000 } as const;
const [limit, windowSeconds, sharePercent] = [200, 5, 20];
const kills = 3;
const idleWindows = 4;
const newRows = 300;
/** Documents that come in between two kills. */
const documentsBetween = 1_000;
/** Each look counts every document. */
const askWholeEveryMs = 1_500;
/** The number of the first person whom the PSA does not hold. */
const firstNew = 1_000_000;
const kinds = ['tickets', 'contacts', 'clients'] as const;

interface MirrorKind {
  readonly kind: (typeof kinds)[number];
  readonly documents: number;
  readonly complete: boolean;
}

async function mirrorOf(system: WorkerSystem): Promise<readonly MirrorKind[]> {
  const { body } = await callerOf(system).call('GET', '/mirror');
  return body['kinds'] as readonly MirrorKind[];
}

const documentsOf = (mirror: readonly MirrorKind[]): number =>
  mirror.reduce((sum, { documents }) => sum + documents, 0);

function seed({ simulator }: WorkerSystem, count: number): void {
  simulator.seedTickets(count, {
    describe: (number) => {
      const { first_name: firstname, last_name: surname, email: emailaddress, company } = flatLead(number);
      return { firstname, surname, emailaddress, company };
    },
  });
}

/** As many people whom the PSA holds, with something new of them, as people whom nobody knows. */
function rowsOf(part: number, random: () => number): readonly Lead[] {
  return Array.from({ length: 60 }, (_, index) =>
    index % 2 === 0
      ? flatLead(firstNew + part * 1_000 + index)
      : flatLead(part * 1_000 + Math.floor((random() + index) * 8), { headcount: 5_000 }),
  );
}

const lists = ['/api/Tickets', '/api/Users', '/api/Client'];

/** What was read since `reads` reads: pages of whole lists, which the mirror refreshes all the time, and what was asked of one person. */
function readsSince(
  { simulator }: WorkerSystem,
  reads: number,
): { readonly pages: number; readonly asked: number } {
  const since = simulator.requests.list({ method: 'GET' }).slice(reads);
  const pages = since.filter(
    ({ path, query }) => lists.includes(path) && !new URLSearchParams(query).has('search'),
  ).length;
  return { pages, asked: since.length - pages };
}

/** Both workers, as nobody tells which of them reads the pages. */
async function killAll(system: WorkerSystem): Promise<number> {
  await Promise.all(system.workers.map(async (worker) => worker.kill('SIGKILL')));
  await Promise.all(system.workers.map(async (worker) => worker.restart()));
  const before = documentsOf(await mirrorOf(system));
  return await secondsUntil(
    'the backfill to go on',
    150,
    async () => {
      const mirror = await mirrorOf(system);
      return documentsOf(mirror) > before || mirror.every(({ complete }) => complete);
    },
    askEveryMs,
  );
}

/** Entities of the PSA that the mirror lacks, and those that it holds and the PSA does not. */
async function differences(system: WorkerSystem): Promise<number> {
  const { simulator } = system;
  const ids = {
    tickets: simulator.tickets().map(({ id }) => id),
    contacts: simulator.users().map(({ id }) => id),
    clients: simulator.clients().map(({ id }) => id),
  };
  const connection = await mongoose.createConnection(system.mongodbUri).asPromise();
  try {
    let count = 0;
    for (const kind of kinds) {
      const documents = await connection
        .collection<{ _id: { readonly id: number } }>('psa_records')
        .find({ '_id.kind': kind }, { projection: { _id: 1 } })
        .toArray();
      const mirrored = new Set(documents.map(({ _id: { id } }) => id));
      const missing = ids[kind].filter((id) => !mirrored.has(id)).length;
      count += missing + (mirrored.size - (ids[kind].length - missing));
    }
    return count;
  } finally {
    await connection.close();
  }
}

/** The most requests of any window while nobody imports. */
async function busiestIdleWindow({ simulator }: WorkerSystem): Promise<number> {
  await pause(windowSeconds * 1_000);
  let most = 0;
  for (const end = performance.now() + idleWindows * windowSeconds * 1_000; performance.now() < end;) {
    most = Math.max(most, simulator.rateUsed);
    await pause(100);
  }
  return most;
}

async function mirrorBesideImports(
  system: WorkerSystem,
  { seed: seedNumber, isSoak }: DrillContext,
): Promise<readonly DrillFigure[]> {
  const { simulator } = system;
  const random = seededRandom(seedNumber);
  seed(system, isSoak ? held.long : held.short);
  await Promise.all([system.addWorker(), system.addWorker()]);
  const startedAt = performance.now();
  const bulks: SentBulk[] = [];
  let slowest = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const before = documentsOf(await mirrorOf(system));
    await secondsUntil(
      'pages of the backfill',
      120,
      async () => {
        const mirror = await mirrorOf(system);
        return documentsOf(mirror) > before + documentsBetween || mirror.every(({ complete }) => complete);
      },
      askEveryMs,
    );
    bulks.push(await sendBulk(system, rowsOf(kill, random), { batch_size: 10 }));
    await pause(random() * 1_000);
    slowest = Math.max(slowest, await killAll(system));
  }
  await finish(system, bulks);
  await secondsUntil(
    'the mirror to be complete',
    600,
    async () => (await mirrorOf(system)).every(({ complete }) => complete),
    askWholeEveryMs,
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const beside = Array.from({ length: newRows }, (_, index) => flatLead(2 * firstNew + index));
  const before = simulator.requests.count({ method: 'GET' });
  const sentAt = performance.now();
  bulks.push(await sendBulk(system, beside));
  await finish(system, bulks);
  const { pages, asked } = readsSince(system, before);
  const windows = 1 + Math.ceil((performance.now() - sentAt) / 1_000 / windowSeconds);
  const ofMirror = (windows * limit * sharePercent) / 100;
  return [
    // The killed worker's lease of 10 s has to end first; the rest is the start of a process, on a machine of any speed.
    { name: 'backfill resumed after', value: slowest, unit: 's', atMost: 30 },
    { name: 'complete after', value: seconds, unit: 's' },
    { name: 'reads per new lead, pages of whole lists aside', value: asked / newRows, atMost: 0.1 },
    {
      name: 'pages of whole lists per new lead, the share of the mirror aside',
      value: Math.max(0, pages - ofMirror) / newRows,
      atMost: 0.3,
    },
    ...(await accountsOf(system, bulks)),
    {
      name: 'requests of an idle window',
      value: await busiestIdleWindow(system),
      // One more may be the call by which a failure is known early.
      atMost: (limit * sharePercent) / 100 + 1,
    },
    exactly('differences from the PSA', await differences(system), 0),
    exactly('requests over the limit', simulator.rateViolations, 0),
  ];
}

drill({
  promise:
    'With the mirror on beside a PSA of 5,000 leads (40,000 with `--soak`), workers killed during the backfill and imports meanwhile, nobody gets a second ticket, the mirror comes to hold what the PSA holds, and it keeps to its share of the budget.',
  async run(context) {
    const both = (['spec', 'halopsa'] as const).map(async (psaDialect) => {
      const options = {
        workers: 0,
        env: {
          PSA_DIALECT: psaDialect,
          PSA_MIRROR: 'on',
          PSA_MIRROR_SHARE_PERCENT: String(sharePercent),
          PSA_MIRROR_MAX_AGE_SECONDS: '60',
          PSA_RATE_LIMIT: String(limit),
          PSA_RATE_WINDOW_SECONDS: String(windowSeconds),
        },
        simulator: {
          psaDialect,
          rateLimit: limit,
          rateWindowSeconds: windowSeconds,
          randomSeed: context.seed,
        },
      };
      const measured = await withWorkers(options, async (system) => mirrorBesideImports(system, context));
      return measured.map((figure) => ({ ...figure, name: `${psaDialect}: ${figure.name}` }));
    });
    return (await Promise.all(both)).flat();
  },
});
