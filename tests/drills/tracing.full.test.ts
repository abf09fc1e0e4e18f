import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, until, type ProcessSystem } from '@leadbridge/devkit';
import { silentLogger } from '@leadbridge/platform';
import { producerConnection } from '@leadbridge/queue';

import { notify, optOutNotification } from '../support/psa-notifications.js';
import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { EventReceiver } from '../support/event-receiver.js';
import { completeQualification, leadLifeOf } from '../support/lead-life.js';
import { TraceCollector, type CollectedSpan } from '../support/trace-collector.js';

let system: ProcessSystem;
let api: Caller;
let provider: SuppressionEndpoint;
const collector = new TraceCollector();
const receiver = new EventReceiver();

beforeAll(async () => {
  await Promise.all([collector.start(), receiver.start()]);
  provider = await startSuppressionEndpoint();
  system = await startSystem({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      PSA_RATE_LIMIT: '100000',
      // After Redis lost its data and a worker was killed, no slot is known to be free for this long.
      PSA_RATE_WINDOW_SECONDS: '5',
      RATE_LIMIT_PER_HOUR: '100000',
      // One batch after another, so that new imports queue up.
      WORKER_CONCURRENCY: '1',
      PROVIDER_A_SUPPRESSION_URL: `${provider.origin}/a`,
      SUPPRESSION_RETRY_DELAYS: '1',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
    },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
  await Promise.all([collector.stop(), receiver.stop(), provider.stop()]);
});

const importRoute = 'POST /api/v1/sync/leads';
const traceIdOf = (number: number): string => number.toString(16).padStart(32, 'a');

/** Imports a lead in a trace of the caller. */
async function importTraced(number: number): Promise<void> {
  const traceparent = `00-${traceIdOf(number)}-00000000000000cc-01`;
  const { status } = await api.importLead(flatLead(number), { headers: { traceparent } });
  expect(status).toBe(201);
}

/**
 * The spans of these imports, once each has its request and its job; a job's span is sent after those of its
 * work.
 */
async function spansOf(numbers: readonly number[]): Promise<readonly CollectedSpan[]> {
  const traceIds = new Set(numbers.map(traceIdOf));
  const deadline = Date.now() + 60_000;
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
  it('goes from the request through the job to the PSA, and contains no data of the lead', async () => {
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

  it('has the calls of a batch under a job of that batch, not of an earlier one', async () => {
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

/**
 * Spans whose parent is in neither the trace nor the caller's. A span is sent when it ends, so a parent
 * follows its children.
 */
function orphans(spans: readonly CollectedSpan[]): readonly CollectedSpan[] {
  const known = new Set(['00000000000000cc', ...spans.map(({ spanId }) => spanId)]);
  return spans.filter(({ parentSpanId = '' }) => !known.has(parentSpanId));
}

/** The spans of one trace, once it has each of these names, as often as listed, and every parent. */
async function traceWith(traceId: string, ...names: readonly string[]): Promise<readonly CollectedSpan[]> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const count = (all: readonly string[], name: string) => all.filter((one) => one === name).length;
    const found = spans.map(({ name }) => name);
    const missing = names.filter((name) => count(found, name) < count(names, name));
    if (missing.length === 0 && orphans(spans).length === 0) {
      return spans;
    }
    if (Date.now() > deadline) {
      throw new Error(
        `No ${missing.join(', ')} in ${JSON.stringify(found)}, or no parent: ${JSON.stringify(orphans(spans))}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A trace of the caller, and the header that requests it. */
let traces = 0xc000;
function callersTrace() {
  const traceId = traceIdOf((traces += 1));
  return { traceId, headers: { traceparent: `00-${traceId}-00000000000000cc-01` } };
}

function expectNothingPersonal(spans: readonly CollectedSpan[]): void {
  // A time in nanoseconds may contain the digits of a phone number.
  const text = JSON.stringify(spans, (name, value: unknown) =>
    name.endsWith('UnixNano') ? undefined : value,
  );
  for (const personal of ['Ada', 'Number', 'example.com', 'Company', '202555', receiver.url('')]) {
    expect(text).not.toContain(personal);
  }
}

describe('One trace', () => {
  const bulkRoute = 'POST /api/v1/sync/leads/bulk';

  it('contains a bulk import and the events of its leads', async () => {
    const { traceId, headers } = callersTrace();
    const path = '/of-a-bulk';
    await api.call('POST', '/webhooks', {
      url: receiver.url(path),
      events: ['lead.created', 'sync.completed'],
    });
    const leads = Array.from({ length: 12 }, (_, index) => flatLead(3_000 + index));
    const { body } = await api.importBulk(leads, { headers, batchOptions: { batch_size: 5 } });
    expect(body).toMatchObject({ successful: 12 });
    await receiver.waitFor(path, 13);

    const deliveries = Array.from({ length: 13 }, () => 'webhook POST');
    const spans = await traceWith(traceId, bulkRoute, 'job bulkImports', 'PSA POST /Tickets', ...deliveries);
    expectNothingPersonal(spans);
  });

  it('contains each of the single imports of one batch, with its event', async () => {
    const path = '/of-singles';
    await api.call('POST', '/webhooks', { url: receiver.url(path), events: ['lead.created'] });
    const numbers = Array.from({ length: 8 }, (_, index) => 200 + index);
    await Promise.all(numbers.map(importTraced));
    await receiver.waitFor(path, numbers.length);

    for (const number of numbers) {
      const spans = await traceWith(traceIdOf(number), importRoute, 'job leadImports', 'webhook POST');
      const [request] = spans.filter(({ name }) => name === importRoute);
      const delivery = spans.filter(({ name }) => name === 'webhook POST');
      expect(new Set(delivery.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([request?.spanId]));
    }
  });

  it('contains a conversion and its event', async () => {
    const leadId = await leadLifeOf(api).engagedLead(4_000);
    const { traceId, headers } = callersTrace();
    const path = '/of-a-conversion';
    await api.call('POST', '/webhooks', { url: receiver.url(path), events: ['prospect.converted'] });
    const input = { qualification_data: completeQualification };
    const response = await api.call('POST', `/prospects/convert/${leadId}`, input, headers);
    expect(response.status).toBeLessThan(300);
    await receiver.waitFor(path, 1);

    const route = 'POST /api/v1/prospects/convert/:lead_id';
    const spans = await traceWith(traceId, route, 'job lifecycle', 'PSA PUT /Tickets/{id}', 'webhook POST');
    expectNothingPersonal(spans);
  });

  it('contains a notification of an opt-out, the push to the provider and its retry', async () => {
    const { body } = await api.importLead(flatLead(5_000));
    const { traceId, headers } = callersTrace();
    provider.respondWith(503);
    const { status } = await notify(system, optOutNotification(Number(body['psa_ticket_id'])), headers);
    expect(status).toBe(200);

    const push = 'provider POST suppression';
    const route = 'POST /api/v1/webhooks/dnc-sync';
    const spans = await traceWith(traceId, route, 'job optOuts', 'PSA GET /Tickets/{id}', push, push);
    expectNothingPersonal(spans);
  });

  it('contains a job that the queue lost and that was restored from its record', async () => {
    const { traceId, headers } = callersTrace();
    const [worker] = system.workers;
    await worker?.kill();
    const prefer = { ...headers, Prefer: 'respond-async' };
    const { body, status } = await api.importBulk([flatLead(6_000)], { headers: prefer });
    expect(status).toBe(202);
    const redis = producerConnection(system, silentLogger);
    await new Promise((resolve) => redis.once('ready', resolve));
    await redis.flushall();
    redis.disconnect();
    await worker?.restart();
    await api.finished(String(body['job_id']));

    await traceWith(traceId, bulkRoute, 'job bulkImports', 'PSA POST /Tickets');
  });
});

describe('A request without a route', () => {
  it('is named only by its method', async () => {
    const traceId = 'b'.repeat(32);
    const headers = { traceparent: `00-${traceId}-00000000000000cc-01` };
    await api.call('GET', '/people/ada@example.com?email=ada@example.com', undefined, headers);
    const sent = (): readonly CollectedSpan[] => collector.spans.filter((span) => span.traceId === traceId);
    await until(() => sent().length > 0);

    expect(sent().map(({ name }) => name)).toEqual(['GET']);
    expect(JSON.stringify(sent())).not.toContain('example.com');
  });
});
