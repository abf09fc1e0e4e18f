import { Counter, Histogram, type Registry } from 'prom-client';

export interface FinishedRequest {
  readonly method: string;
  /** The pattern of its path; null if no route matched. */
  readonly route: string | null;
  readonly status: number;
  /** Null if the duration means nothing, as for a stream of events. */
  readonly seconds: number | null;
}

/** From a look-up to the longest wait of a request for its job. */
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60];

/** Counts requests by route and not by path, so that arbitrary paths create no series. */
export function createHttpMetrics(registry: Registry): (request: FinishedRequest) => void {
  const registers = [registry];
  const total = new Counter({
    name: 'leadbridge_http_requests_total',
    help: 'Requests that this API responded to; the route is "none" if no route matched',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'leadbridge_http_request_seconds',
    help: 'Time from the arrival of a request to the last byte of its response',
    labelNames: ['method', 'route'],
    buckets: secondsBuckets,
    registers,
  });
  return ({ method, route, status, seconds }) => {
    const labels = { method, route: route ?? 'none' };
    total.inc({ ...labels, status });
    if (seconds !== null) {
      duration.observe(labels, seconds);
    }
  };
}
