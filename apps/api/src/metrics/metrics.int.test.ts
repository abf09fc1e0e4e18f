import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMetricsBoard, producerConnection } from '@leadbridge/queue';
import { newId, silentLogger } from '@leadbridge/platform';

import type { ApiResponse } from '../testing/call-api.js';
import { startTestApi, type TestApi } from '../testing/test-api.js';

const token = 'token-of-the-prometheus-of-the-tests';

/** The samples of an exposition by series, such as `name{label="value"}`. */
function samplesOf(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line): [string, number] => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

describe('GET /metrics', () => {
  let api: TestApi;
  let redis: ReturnType<typeof producerConnection>;

  beforeAll(async () => {
    api = await startTestApi({ environment: { METRICS_TOKEN: token, PSA_RATE_LIMIT: '700' } });
    redis = producerConnection({ redisUrl: api.redis.url }, silentLogger);
    await new Promise((resolve) => redis.once('ready', resolve));
  });

  afterAll(async () => {
    redis.disconnect();
    await api.close();
  });

  const ask = (key: string | null, method = 'GET', path = '//metrics'): Promise<ApiResponse> =>
    api.call(method, path, { key });

  /** Asks late enough that nothing is cached from before. */
  async function figures(): Promise<ReadonlyMap<string, number>> {
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    return samplesOf((await ask(token)).text);
  }

  it('accepts its own token and every credential with analytics.view, in the text format', async () => {
    for (const key of [token, api.keys.viewer, api.keys.operator, api.keys.admin]) {
      const response = await ask(key);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(response.text).toContain('# TYPE leadbridge_http_requests_total counter\n');
      expect(response.headers.get('x-ratelimit-limit')).toBe('1000');
    }
  });

  it('rejects all others in the envelope', async () => {
    for (const key of [null, 'wrong-token', token.slice(0, -1), `${token}x`]) {
      const response = await ask(key);
      expect(response.status).toBe(401);
      expect(response.body.error).toMatchObject({ code: 'AUTHENTICATION_ERROR' });
      expect(response.text).not.toContain('leadbridge_');
    }
    const revoked = await api.issueKey('viewer', { revokedAt: new Date() });
    expect((await ask(revoked)).status).toBe(401);
  });

  it('grants nothing else with its token, and has one path and one method', async () => {
    expect((await ask(token, 'GET', '/analytics/sync')).status).toBe(401);
    expect((await ask(token, 'GET', '/metrics')).status).toBe(404);
    expect((await ask(token, 'GET', '//metrics/more')).status).toBe(404);
    const posted = await ask(token, 'POST');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('counts requests by method, route and status, and unknown paths as one', async () => {
    const before = await figures();
    await ask(api.keys.viewer, 'GET', '/leads/41');
    await ask(api.keys.viewer, 'GET', '/leads/42');
    await ask(null, 'GET', '//made-up-1');
    await ask(null, 'GET', '//made-up-2');
    const after = await figures();
    const grown = (series: string): number => (after.get(series) ?? 0) - (before.get(series) ?? 0);
    const notFound = 'method="GET",route="/leads/:lead_id"';
    expect(grown(`leadbridge_http_requests_total{${notFound},status="404"}`)).toBe(2);
    expect(grown(`leadbridge_http_request_seconds_count{${notFound}}`)).toBe(2);
    expect(grown('leadbridge_http_requests_total{method="GET",route="none",status="404"}')).toBe(2);
    expect([...after.keys()].filter((series) => /made-up|leads\/4/.test(series))).toEqual([]);
  });

  it('reports waiting jobs and their age, the remaining budget, and undelivered events', async () => {
    const now = Date.now();
    await api.services.queue.enqueue({ jobId: newId('job', now), type: 'bulk_import' });
    await api.mongo.collection('webhook_deliveries').insertMany(
      ['pending', 'pending', 'failed', 'delivered'].map((status, index) => ({
        webhookId: `wh_${index % 2}`,
        status,
        createdAt: new Date(now - 90_000),
      })),
    );
    await api.mongo.collection('suppressions').insertMany(
      ['pending', 'failed', 'pushed', 'pending'].map((status, index) => ({
        identity: `${index}`,
        keys: [],
        status,
        person: null,
        requestedAt: new Date(now - 3_600_000),
        statusAt: new Date(),
        retryUntil: new Date(),
        lastAttemptAt: null,
        pushAt: null,
        ticketAt: null,
        spreadAt: null,
        marks: [],
        notes: [],
      })),
    );
    const until = (seconds: number) => new Date(now + seconds * 1_000);
    await api.mongo.collection<{ _id: string; status: string; putBack: object }>('jobs').insertMany([
      { _id: 'job_1', status: 'active', putBack: { reason: 'psa_budget', until: until(60) } },
      { _id: 'job_2', status: 'active', putBack: { reason: 'psa_budget', until: until(-60) } },
      { _id: 'job_3', status: 'cancelled', putBack: { reason: 'queue', until: until(60) } },
    ]);
    const seen = await figures();
    expect(Object.fromEntries(seen)).toMatchObject({
      'leadbridge_queue_jobs{queue="bulk-imports",state="waiting"}': 1,
      'leadbridge_queue_jobs{queue="opt-outs",state="waiting"}': 0,
      'leadbridge_queue_oldest_waiting_seconds{queue="opt-outs"}': 0,
      leadbridge_workers: 0,
      leadbridge_worker_last_seen_timestamp_seconds: 0,
      leadbridge_psa_failing: 0,
      leadbridge_psa_budget_limit: 700,
      'leadbridge_psa_budget_used{priority="bulk"}': 0,
      leadbridge_psa_budget_left: 700,
      'leadbridge_psa_budget_free{priority="opt_out"}': 700,
      'leadbridge_psa_budget_free{priority="bulk"}': 672,
      'leadbridge_psa_budget_waiting{priority="bulk"}': 0,
      'leadbridge_jobs_put_back{reason="psa_budget"}': 1,
      'leadbridge_jobs_put_back{reason="queue"}': 0,
      'leadbridge_deliveries{status="pending"}': 2,
      'leadbridge_deliveries{status="failed"}': 1,
      'leadbridge_opt_outs{status="pending"}': 2,
      'leadbridge_opt_outs{status="failed"}': 1,
      'leadbridge_opt_outs{status="unknown_source"}': 0,
      leadbridge_event_dispatch_oldest_waiting_seconds: 0,
      leadbridge_event_dispatch_stalled: 0,
      leadbridge_reconciliation_last_finished_timestamp_seconds: 0,
      'leadbridge_metrics_part_up{part="reconciliation"}': 1,
      'leadbridge_metrics_part_up{part="queues"}': 1,
      'leadbridge_metrics_part_up{part="psa_budget"}': 1,
      'leadbridge_metrics_part_up{part="deliveries"}': 1,
      'leadbridge_metrics_part_up{part="event_dispatch"}': 1,
      'leadbridge_metrics_part_up{part="opt_outs"}': 1,
    });
    expect(seen.get('leadbridge_delivery_oldest_pending_seconds')).toBeCloseTo(90, -1);
    expect(seen.get('leadbridge_opt_out_oldest_seconds{status="failed"}')).toBeCloseTo(3_600, -2);
    expect(seen.get('leadbridge_opt_out_oldest_seconds{status="unknown_source"}')).toBe(0);
    const age = seen.get('leadbridge_queue_oldest_waiting_seconds{queue="bulk-imports"}') ?? 0;
    expect(age).toBeGreaterThanOrEqual(1);
    expect(age).toBeLessThanOrEqual((Date.now() - now) / 1_000);
    expect(seen.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(seen.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  it('passes on what the workers published, until they end', async () => {
    const board = createMetricsBoard(redis, api.redis.prefix);
    const lag = (instance: string, value: number): string =>
      `# HELP nodejs_eventloop_lag_seconds Lag\n# TYPE nodejs_eventloop_lag_seconds gauge\nnodejs_eventloop_lag_seconds{instance="${instance}"} ${value}\n`;
    await board.publish('one', lag('one', 0.25));
    await board.publish('two', lag('two', 0.5));
    const { text } = await ask(token);
    const seen = samplesOf(text);
    expect(seen.get('nodejs_eventloop_lag_seconds{instance="one"}')).toBe(0.25);
    expect(seen.get('nodejs_eventloop_lag_seconds{instance="two"}')).toBe(0.5);
    expect(text.match(/# TYPE nodejs_eventloop_lag_seconds /g)).toHaveLength(1);
    await board.withdraw('one');
    await redis.del(`${api.redis.prefix}:metrics:instance:two`);
    expect(
      [...samplesOf((await ask(token)).text).keys()].filter((series) => /instance=/.test(series)),
    ).toEqual([]);
    expect(await redis.smembers(`${api.redis.prefix}:metrics:instances`)).toEqual([]);
  });

  it('reports which part cannot be read, and omits its metrics', async () => {
    // A list in place of the queue would be read; a string makes Redis fail.
    await redis.set(`${api.redis.prefix}:bulk-imports:wait`, 'not a list');
    const seen = await figures();
    expect(seen.get('leadbridge_metrics_part_up{part="queues"}')).toBe(0);
    expect(seen.get('leadbridge_metrics_part_up{part="deliveries"}')).toBe(1);
    expect([...seen.keys()].filter((series) => series.startsWith('leadbridge_queue_'))).toEqual([]);
  });

  it('accepts only API credentials if no token is set', async () => {
    const plain = await startTestApi({ beside: api });
    try {
      expect((await plain.call('GET', '//metrics', { key: token })).status).toBe(401);
      expect((await plain.call('GET', '//metrics', { key: api.keys.viewer })).status).toBe(200);
    } finally {
      await plain.close();
    }
  });
});
