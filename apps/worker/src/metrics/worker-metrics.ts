import { hostname } from 'node:os';

import type { PsaCallRecord } from '@leadbridge/integrations';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface WorkerMetrics {
  /** Identifies this worker, in the label `instance`. */
  readonly instance: string;
  readonly countCall: (call: PsaCallRecord) => void;
  /** One job that has ended, with the seconds since it was added to its queue. */
  readonly countJob: (job: { readonly queue: string; readonly seconds: number }) => void;
  /** All metrics in the text format of Prometheus. */
  exposition(): Promise<string>;
}

/** From a response on the same machine to the longest call that is allowed by default. */
const secondsBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** From a single import to a bulk import that waits for the PSA's budget. */
const jobSecondsBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 14_400];

export function createWorkerMetrics(): WorkerMetrics {
  const instance = `${hostname()}-${process.pid}`;
  const registry = new Registry();
  registry.setDefaultLabels({ instance });
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'leadbridge_psa_call_seconds',
    help: 'Calls to the PSA by method, path and status; the status is "none" where there was no response',
    labelNames: ['method', 'path', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  const jobs = new Histogram({
    name: 'leadbridge_job_seconds',
    help: 'Time from the acceptance of a job to its end (of a single import: to its ticket), by queue',
    labelNames: ['queue'],
    buckets: jobSecondsBuckets,
    registers: [registry],
  });
  const lastResponse = new Gauge({
    name: 'leadbridge_psa_last_answer_timestamp_seconds',
    help: 'When the PSA last responded to a call, in Unix seconds; 0 for never',
    registers: [registry],
  });
  const lastFailure = new Gauge({
    name: 'leadbridge_psa_last_failure_timestamp_seconds',
    help: 'When a call to the PSA last failed (no response, or a status of 500 or above), in Unix seconds; 0 for never',
    registers: [registry],
  });
  return {
    instance,
    countCall({ method, path, status, milliseconds }) {
      calls.observe({ method, path, status: status ?? 'none' }, milliseconds / 1_000);
      const last = status === null || status >= 500 ? lastFailure : lastResponse;
      last.set(Date.now() / 1_000);
    },
    countJob({ queue, seconds }) {
      jobs.observe({ queue }, seconds);
    },
    exposition: async () => registry.metrics(),
  };
}
