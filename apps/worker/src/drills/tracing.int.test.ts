import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '@leadbridge/devkit';

import { callerOf, flatLead, type Caller } from './testing/caller.js';
import { TraceCollector, type CollectedSpan } from './testing/trace-collector.js';

let system: TestSystem;
let api: Caller;
const collector = new TraceCollector();

beforeAll(async () => {
  await collector.start();
  system = await startSystem({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      PSA_RATE_LIMIT: '100000',
      RATE_LIMIT_PER_HOUR: '100000',
      // One batch after the other, so that newcomers gather.
      WORKER_CONCURRENCY: '1',
    },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
}, 120_000);

afterAll(async () => {
  await system.stop();
  await collector.stop();
}, 60_000);

const importRoute = 'POST /api/v1/sync/leads';
const traceIdOf = (number: number): string => number.toString(16).padStart(32, 'a');

/** Imports a lead in a trace of the caller's own. */
async function importTraced(number: number): Promise<void> {
  const traceparent = `00-${traceIdOf(number)}-00000000000000cc-01`;
  const { status } = await api.importLead(flatLead(number), { headers: { traceparent } });
  expect(status).toBe(201);
}

/** The spans of these imports, once each has its request and its job; what a job did is sent before the job. */
async function spansOf(numbers: readonly number[]): Promise<readonly CollectedSpan[]> {
  const traceIds = new Set(numbers.map(traceIdOf));
  const deadline = Date.now() + 20_000;
  for (;;) {
    const spans = collector.spans.filter(({ traceId }) => traceIds.has(traceId));
    const ends = spans.filter(({ name }) => name === importRoute || name === 'job leadImports');
    if (ends.length >= 2 * numbers.length) {
      return spans;
    }
    if (Date.now() > deadline) {
      throw new Error(`Spans are missing: ${JSON.stringify(spans.map(({ name }) => name))}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('The trace of an import', () => {
  it('goes from the request through the job to the PSA, and holds nothing of the lead', async () => {
    await importTraced(1);

    const spans = await spansOf([1]);

    const [request] = spans.filter(({ name }) => name === importRoute);
    const [job] = spans.filter(({ name }) => name === 'job leadImports');
    const calls = spans.filter(({ name }) => name.startsWith('PSA '));
    expect(request).toMatchObject({ service: 'leadbridge-api', parentSpanId: '00000000000000cc' });
    expect(request?.attributes).toContainEqual({
      key: 'http.response.status_code',
      value: { intValue: 201 },
    });
    expect(job).toMatchObject({ service: 'leadbridge-worker', parentSpanId: request?.spanId });
    expect(calls.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['PSA GET /Tickets', 'PSA POST /Tickets', 'PSA POST /Lists/{listId}/items']),
    );
    expect(new Set(calls.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([job?.spanId]));
    const text = JSON.stringify(spans);
    for (const personal of ['Ada', 'Number1', 'example.com', 'Company', '202555']) {
      expect(text).not.toContain(personal);
    }
  });

  it('has the calls of a batch under a job of that batch, and not of an earlier one', async () => {
    const numbers = Array.from({ length: 10 }, (_, index) => index + 100);
    await Promise.all(numbers.map(importTraced));

    const spans = await spansOf(numbers);

    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const calls = spans.filter(({ name }) => name.startsWith('PSA '));
    expect(calls.length).toBeGreaterThan(0);
    const afterTheirJob = calls.filter(
      ({ parentSpanId = '', endTimeUnixNano }) =>
        BigInt(byId.get(parentSpanId)?.endTimeUnixNano ?? 0) < BigInt(endTimeUnixNano),
    );
    expect(afterTheirJob).toEqual([]);
  });
});

describe('A request that no route answers', () => {
  it('is named by its method alone', async () => {
    const traceId = 'b'.repeat(32);
    const headers = { traceparent: `00-${traceId}-00000000000000cc-01` };
    await api.call('GET', '/people/ada@example.com?email=ada@example.com', undefined, headers);
    const deadline = Date.now() + 10_000;
    const sent = (): readonly CollectedSpan[] => collector.spans.filter((span) => span.traceId === traceId);
    while (sent().length === 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }

    expect(sent().map(({ name }) => name)).toEqual(['GET']);
    expect(JSON.stringify(sent())).not.toContain('example.com');
  });
});
