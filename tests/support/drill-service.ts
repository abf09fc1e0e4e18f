import { startSystem, type ProcessSystem, type SystemOptions, type TestSystem } from '@leadbridge/devkit';
import { seededRandom } from '@leadbridge/psa-simulator';

import { callerOf, flatLead } from './caller.js';
import { exactly, type DrillFigure } from './drill.js';
import { startSystemHere, startWorkerSystem, type WorkerSystem } from './start-system-here.js';

/** Limits of ours that a drill would run into by its own asking. */
const lifted = {
  RATE_LIMIT_PER_HOUR: '1000000000',
  RATE_LIMIT_BURST: '1000000',
  BULK_LIMIT_PER_HOUR: '1000000',
  SYNC_CONCURRENCY: '1000000',
};

/** Two workers on a PSA that allows `limit` calls in a window, all by the seed. */
export function limitedOptions(limit: number, windowSeconds: number, seed: number): SystemOptions {
  return {
    workers: 2,
    env: { PSA_RATE_LIMIT: String(limit), PSA_RATE_WINDOW_SECONDS: String(windowSeconds) },
    simulator: { rateLimit: limit, rateWindowSeconds: windowSeconds, randomSeed: seed },
  };
}

/** Runs `work` on the service as processes, and ends them whatever comes of it. The PSA has no limit unless `options` set one. */
export async function withService<T>(
  options: SystemOptions,
  work: (system: ProcessSystem) => Promise<T>,
): Promise<T> {
  return await withSystem(startSystem, options, work);
}

/** `withService` with the APIs in the process of the drill, which breaks workers or servers. */
export async function withWorkers<T>(
  options: SystemOptions,
  work: (system: WorkerSystem) => Promise<T>,
): Promise<T> {
  return await withSystem(startWorkerSystem, options, work);
}

/** `withService` in the process of the drill, where only the PSA fails. */
export async function withServiceHere<T>(
  options: SystemOptions,
  work: (system: TestSystem) => Promise<T>,
): Promise<T> {
  return await withSystem(startSystemHere, options, work);
}

async function withSystem<System extends TestSystem, T>(
  start: (options: SystemOptions) => Promise<System>,
  options: SystemOptions,
  work: (system: System) => Promise<T>,
): Promise<T> {
  const system = await start({
    ...options,
    env: { ...lifted, PSA_RATE_LIMIT: '10000000', ...options.env },
    simulator: { rateLimit: 0, ...options.simulator },
  });
  try {
    return await work(system);
  } finally {
    await system.stop();
  }
}

const readAnyway = ['/auth/token', '/api/Status', '/api/Tickets', '/api/Users', '/api/Client'];

/** Requests but for those that come whether or not anybody imports: tokens, the health check, and pages of whole lists for the mirror. */
export function requestsOfWork({ simulator }: TestSystem): number {
  return simulator.requests
    .list()
    .filter(
      ({ method, path, query }) =>
        !readAnyway.includes(path) ||
        (method !== 'GET' && path !== '/auth/token') ||
        new URLSearchParams(query).has('search'),
    ).length;
}

export type Lead = ReturnType<typeof flatLead>;

/** `count` rows, of which about a tenth repeat an earlier one. */
export function rowsWithDuplicates(from: number, count: number, seed: number): readonly Lead[] {
  const random = seededRandom(seed);
  const rows: Lead[] = [];
  for (let index = 0; index < count; index += 1) {
    const earlier = rows[Math.floor(random() * rows.length)];
    rows.push(earlier !== undefined && random() < 0.1 ? earlier : flatLead(from + index));
  }
  return rows;
}

/** A bulk import that was accepted. */
export interface SentBulk {
  readonly jobId: string;
  readonly rows: readonly Lead[];
}

/** Sends a bulk import until it is accepted, under one idempotency key, as a careful client does. */
export async function sendBulk(
  system: TestSystem,
  rows: readonly Lead[],
  batchOptions: Readonly<Record<string, unknown>> = {},
): Promise<SentBulk> {
  const key = `drill-${rows[0]?.email ?? ''}-${rows.length}`;
  for (let attempt = 1; ; attempt += 1) {
    const response = await callerOf(system)
      .importBulk(rows, { batchOptions, headers: { prefer: 'respond-async', 'idempotency-key': key } })
      .catch(() => null);
    if (response?.status === 202) {
      return { jobId: String(response.body['job_id']), rows };
    }
    if (attempt === 60) {
      throw new Error(`A bulk import was not accepted: ${JSON.stringify(response?.body)}`);
    }
    await pause(500);
  }
}

/** Waits for the jobs, however often the service does not respond meanwhile. */
export async function finish(system: TestSystem, bulks: readonly SentBulk[]): Promise<readonly JobView[]> {
  const jobs: JobView[] = [];
  const deadline = performance.now() + 240_000;
  for (const { jobId } of bulks) {
    for (;;) {
      const response = await callerOf(system)
        .call('GET', `/jobs/${jobId}`)
        .catch(() => null);
      const status = String(response?.body['status']);
      if (response?.status === 200 && ['completed', 'failed', 'cancelled'].includes(status)) {
        jobs.push(response.body as unknown as JobView);
        break;
      }
      if (performance.now() > deadline) {
        throw new Error(`Job ${jobId} has not ended: ${JSON.stringify(response?.body).slice(0, 500)}`);
      }
      await pause(askEveryMs);
    }
  }
  return jobs;
}

export interface JobView {
  readonly status: string;
  readonly progress: Readonly<Record<'processed' | 'successful' | 'failed', number>>;
}

/** What came of bulk imports: rows without an outcome, people without a ticket, tickets too many. */
export async function accountsOf(
  system: TestSystem,
  bulks: readonly SentBulk[],
): Promise<readonly DrillFigure[]> {
  const jobs = await finish(system, bulks);
  const rows = bulks.flatMap((bulk) => bulk.rows);
  const processed = jobs.reduce((sum, { progress }) => sum + progress.processed, 0);
  const tickets = ticketsByPerson(system);
  const people = [...new Set(rows.map(({ email }) => email))];
  return [
    exactly('rows without an outcome', rows.length - processed, 0),
    exactly('leads lost', people.filter((email) => !tickets.has(email)).length, 0),
    exactly(
      'duplicates',
      people.reduce((sum, email) => sum + Math.max(0, (tickets.get(email) ?? 0) - 1), 0),
      0,
    ),
  ];
}

function ticketsByPerson({ simulator }: TestSystem): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { user_email: email } of simulator.tickets()) {
    counts.set(email, (counts.get(email) ?? 0) + 1);
  }
  return counts;
}

export async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** For checks that ask the service, which costs it more than a later look costs the drill. */
export const askEveryMs = 250;

/** Seconds until `check` holds. @throws Error where it does not within `limitSeconds` */
export async function secondsUntil(
  what: string,
  limitSeconds: number,
  check: () => Promise<boolean> | boolean,
  pauseMs = 50,
): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const seconds = (performance.now() - startedAt) / 1_000;
    if (await check()) {
      return seconds;
    }
    if (seconds > limitSeconds) {
      throw new Error(`It has not come about within ${limitSeconds} s: ${what}`);
    }
    await pause(pauseMs);
  }
}
