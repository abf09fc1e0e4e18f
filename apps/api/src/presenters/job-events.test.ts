import { describe, expect, it } from '@jest/globals';
import type { JobRecord } from '@leadbridge/usecases';

import type { Credential } from '../pipeline/authentication/index.js';
import type { ApiServices } from '../services.js';
import { bulkJob } from '../testing/bulk-job.js';
import { jobEvents, type JobEventsReader } from './job-events.js';

const viewer: Credential = { id: 'key_1', name: 'Reports', role: 'viewer', kind: 'api_key' };
const active: JobRecord = { ...bulkJob, status: 'active', progress: { ...bulkJob.progress, processed: 1 } };

interface Situation {
  readonly reader?: Partial<JobEventsReader>;
  readonly stopping?: AbortSignal;
  /** Milliseconds that pass between two looks at the clock. */
  readonly step?: number;
}

/** The first event of a job; null if the stream ends without one. */
async function firstEvent(
  job: JobRecord,
  { reader, stopping, step = 0 }: Situation = {},
): Promise<string | null> {
  let now = 1_000;
  const services = {
    clock: { now: () => (now += step) },
    stopping: stopping ?? new AbortController().signal,
    jobs: { find: () => Promise.resolve(job) },
    estimateFinish: () => Promise.resolve('2026-01-31T09:10:00.000Z'),
    waitingFor: () => Promise.resolve(null),
  } as Partial<Record<keyof ApiServices, unknown>> as ApiServices;
  const events = jobEvents(job, services, {
    credential: viewer,
    callerNow: () => Promise.resolve(viewer),
    seconds: undefined,
    ...reader,
  })[Symbol.asyncIterator]();
  const { value, done } = await events.next();
  return done === true ? null : value;
}

describe('the events of a job', () => {
  it('begin with its progress, without its rows', async () => {
    const event = await firstEvent(active);
    expect(event).toMatch(/^event: progress\nid: 1\ndata: \{.*\}\n\n$/u);
    expect(JSON.parse(/data: (.*)/u.exec(event ?? '')?.[1] ?? '')).toMatchObject({
      job_id: 'job_1',
      status: 'active',
      result: null,
      estimated_finish_at: '2026-01-31T09:10:00.000Z',
    });
  });

  it.each(['completed', 'failed', 'cancelled'] as const)(
    'of a %s job are its end, with the id that a reconnecting reader sends back',
    async (status) => {
      const event = await firstEvent({ ...bulkJob, status });
      expect(event).toMatch(/^event: finished\nid: finished\ndata: /u);
      expect(event).toContain(`"status":"${status}"`);
    },
  );

  it('end without any event if the process is about to stop', async () => {
    expect(await firstEvent(active, { stopping: AbortSignal.abort() })).toBeNull();
  });

  it('still tell the end of a finished job if the process is about to stop', async () => {
    expect(await firstEvent(bulkJob, { stopping: AbortSignal.abort() })).toContain('event: finished');
  });

  it('end when the requested time is over', async () => {
    expect(await firstEvent(active, { reader: { seconds: 1 }, step: 600 })).toBeNull();
  });

  it('end when the reader has lost access', async () => {
    const reader = { callerNow: () => Promise.resolve(null) };
    expect(await firstEvent(active, { reader, step: 2_000 })).toBeNull();
  });
});
