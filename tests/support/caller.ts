import type { TestSystem } from '@leadbridge/devkit';

/** Only a job that hangs exceeds this, even on a busy machine. */
const finishMilliseconds = 150_000;

export interface ApiResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** Calls the running API like an integrator. */
export function callerOf(system: TestSystem, baseUrl = system.baseUrl) {
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiResponse> {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${system.adminKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: (await response.json()) as Readonly<Record<string, unknown>>,
      headers: response.headers,
    };
  }

  return {
    call,
    async importLead(
      data: Readonly<Record<string, unknown>>,
      { source = 'provider_a', options = {}, headers = {} } = {},
    ): Promise<ApiResponse> {
      return await call('POST', '/sync/leads', { source, data, options }, headers);
    },
    async importBulk(
      leads: readonly unknown[],
      { source = 'provider_a', batchOptions = {}, headers = {} } = {},
    ): Promise<ApiResponse> {
      return await call('POST', '/sync/leads/bulk', { source, leads, batch_options: batchOptions }, headers);
    },
    /** Polls a job until it has ended. */
    async finished(jobId: string): Promise<Readonly<Record<string, unknown>>> {
      const startedAt = Date.now();
      for (;;) {
        const { body } = await call('GET', `/jobs/${jobId}`);
        if (['completed', 'failed', 'cancelled'].includes(String(body['status']))) {
          return body;
        }
        const waitedMs = Date.now() - startedAt;
        if (waitedMs > finishMilliseconds) {
          throw new Error(`Job ${jobId} is not finished: ${JSON.stringify(body)}`);
        }
        // Each look costs the service more than a later end costs the test: a tenth of what the job has taken.
        await new Promise((resolve) => setTimeout(resolve, Math.min(500, Math.max(50, waitedMs / 10))));
      }
    },
  };
}

export type Caller = ReturnType<typeof callerOf>;

/** A flat lead with everything that adds it to lists. */
export function flatLead(number: number, changes: Readonly<Record<string, unknown>> = {}) {
  return {
    first_name: 'Ada',
    last_name: `Number${number}`,
    email: `ada.number${number}@company${number}.example.com`,
    company: `Company ${number}`,
    title: 'CTO',
    phone: `+1202555${String(number % 10_000).padStart(4, '0')}`,
    industry: 'Software',
    headcount: 120,
    services_offered: 'Software, Cloud',
    ...changes,
  };
}
