import { startSystem, type SystemOptions, type ProcessSystem } from '@leadbridge/devkit';

/**
 * Without our own limits, which would be measured instead, and without the mirror: requests are counted of the work alone, and none of
 * what is read in the background.
 */
const lifted = {
  PSA_MIRROR: 'off',
  RATE_LIMIT_PER_HOUR: '1000000000',
  RATE_LIMIT_BURST: '1000000',
  BULK_LIMIT_PER_HOUR: '1000000',
  SYNC_CONCURRENCY: '1000000',
};

/** The service as processes of its own, with the PSA's limit lifted unless `env` sets one. */
export async function startService(options: SystemOptions = {}): Promise<ProcessSystem> {
  return await startSystem({
    ...options,
    env: { ...lifted, PSA_RATE_LIMIT: '10000000', ...options.env },
    simulator: { rateLimit: 0, ...options.simulator },
  });
}

export function lead(number: number, changes: Readonly<Record<string, unknown>> = {}) {
  return {
    first_name: 'Ada',
    last_name: `Number${number}`,
    email: `ada.number${number}@company${number}.example.com`,
    company: `Company ${number}`,
    title: 'CTO',
    industry: 'Software',
    headcount: 120,
    services_offered: 'Software, Cloud',
    ...changes,
  };
}

export function leads(from: number, count: number, changes: (index: number) => object = () => ({})) {
  return Array.from({ length: count }, (_, index) => ({ ...lead(from + index), ...changes(index) }));
}

type Json = Readonly<Record<string, unknown>>;

/** @throws Error for a response that is no success */
async function call(system: ProcessSystem, path: string, request: RequestInit = {}): Promise<Json> {
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${system.adminKey}`);
  const response = await fetch(`${system.baseUrl}/api/v1${path}`, { ...request, headers });
  const body = (await response.json()) as Json;
  if (!response.ok) {
    throw new Error(`${path} responded with ${response.status}: ${JSON.stringify(body)}`);
  }
  return body;
}

export async function post(
  system: ProcessSystem,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Json> {
  return await call(system, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

const lookEveryMs = 50;

/** Waits for the end of a job. @throws Error where it has not completed */
export async function completedJob(system: ProcessSystem, jobId: unknown): Promise<Json> {
  for (;;) {
    const job = await call(system, `/jobs/${String(jobId)}`);
    if (job['status'] === 'completed') {
      return job;
    }
    if (['failed', 'cancelled'].includes(String(job['status']))) {
      throw new Error(`The job ended ${String(job['status'])}: ${JSON.stringify(job)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** Sends a bulk import and waits for its end; returns the job and the seconds from sending to its end. */
export async function importBulk(
  system: ProcessSystem,
  rows: readonly object[],
  batchOptions: object = {},
): Promise<{ readonly seconds: number; readonly job: Json }> {
  const started = performance.now();
  const { job_id: jobId } = await post(
    system,
    '/sync/leads/bulk',
    { source: 'provider_a', leads: rows, batch_options: batchOptions },
    { prefer: 'respond-async' },
  );
  const job = await completedJob(system, jobId);
  return { seconds: (performance.now() - started) / 1_000, job };
}
