import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';

import { createHttpMetrics } from './http-metrics.js';
import { samplesOf } from './testing/shown.js';

describe('the metrics of requests', () => {
  it('count by method, route and status', async () => {
    const registry = new Registry();
    const count = createHttpMetrics(registry);
    const read = { method: 'GET', route: '/api/v1/leads/:lead_id', seconds: 0.004 };
    count({ ...read, status: 200 });
    count({ ...read, status: 200 });
    count({ ...read, status: 404 });
    const samples = samplesOf(await registry.metrics());
    expect(samples).toMatchObject({
      'http_requests_total{method="GET",route="/api/v1/leads/:lead_id",status="200"}': 2,
      'http_requests_total{method="GET",route="/api/v1/leads/:lead_id",status="404"}': 1,
      'http_request_seconds_count{method="GET",route="/api/v1/leads/:lead_id"}': 3,
      'http_request_seconds_bucket{le="0.0025",method="GET",route="/api/v1/leads/:lead_id"}': 0,
      'http_request_seconds_bucket{le="0.005",method="GET",route="/api/v1/leads/:lead_id"}': 3,
    });
  });

  it('put all paths without a route into one series', async () => {
    const registry = new Registry();
    const count = createHttpMetrics(registry);
    count({ method: 'GET', route: null, status: 404, seconds: 0.001 });
    count({ method: 'GET', route: null, status: 404, seconds: 0.001 });
    expect(samplesOf(await registry.metrics())).toMatchObject({
      'http_requests_total{method="GET",route="none",status="404"}': 2,
    });
  });

  it('count a stream without a duration', async () => {
    const registry = new Registry();
    createHttpMetrics(registry)({ method: 'GET', route: '/changes', status: 200, seconds: null });
    const samples = samplesOf(await registry.metrics());
    expect(samples['http_requests_total{method="GET",route="/changes",status="200"}']).toBe(1);
    expect(Object.keys(samples).filter((name) => name.startsWith('http_request_seconds'))).toEqual([]);
  });
});
