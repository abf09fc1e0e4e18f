import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';
import { silentLogger } from '@leadbridge/platform';
import { openRedis, type RedisConnection } from '@leadbridge/queue';
import { startWorkerSystem } from '../support/start-system-here.js';

const fullMs = 12_000;
const recoveryMs = 15_000;

let system: TestSystem;
let redis: RedisConnection;

beforeAll(async () => {
  system = await startWorkerSystem({ workers: 1, apis: 1 });
  redis = openRedis({ redisUrl: system.redisUrl }, { waits: true, maxRetryDelayMs: 1_000 }, silentLogger);
});

afterAll(async () => {
  redis.disconnect();
  await system.stop();
});

async function stateOf(): Promise<{
  readonly ready: number;
  readonly queue: string;
  readonly alive: number | null;
}> {
  const [ready, health] = await Promise.all([
    fetch(`${system.baseUrl}/readyz`),
    fetch(`${system.baseUrl}/health`).then(async (response) => response.json()),
  ]);
  const { queue, workers } = health as { queue: { state: string }; workers: { alive: number | null } };
  return { ready: ready.status, queue: queue.state, alive: workers.alive };
}

it('is one line of each process while it is full, and is over within 15 seconds of its end', async () => {
  const [worker] = system.workers;
  const [api] = system.apis;
  const linesOf = (text = '') => text.split('\n').filter((line) => line.trim() !== '');
  await until(async () => (await stateOf()).alive === 1);
  const before = { worker: linesOf(worker?.output).length, api: linesOf(api?.output).length };

  await redis.config('SET', 'maxmemory', '1');
  const end = Date.now() + fullMs;
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await stateOf();
  }
  expect(await stateOf()).toMatchObject({ ready: 503, queue: 'refusing_writes' });
  const body = JSON.stringify({ source: 'manual', data: { email: 'ada@example.com', company: 'Acme' } });
  const accepted = await fetch(`${system.baseUrl}/api/v1/sync/leads`, {
    method: 'POST',
    headers: { 'X-API-Key': system.adminKey, 'Content-Type': 'application/json', Prefer: 'respond-async' },
    body,
  });
  expect(accepted.status).toBe(202);
  const said = linesOf(worker?.output).slice(before.worker);
  expect(said.filter((line) => line.includes('Redis refuses writes'))).toHaveLength(1);
  // Beside other tests, a worker of one that was killed may have left a transaction in the MongoDB of all.
  const ofOthers = 'orphaned transactions in MongoDB were ended';
  expect(said.filter((line) => /warn|error/iu.test(line) && !line.includes(ofOthers))).toHaveLength(1);
  expect(
    linesOf(api?.output)
      .slice(before.api)
      .filter((line) => / warn | error |"(?:warn|error)"/u.test(line)).length,
  ).toBeLessThan(3);

  await redis.config('SET', 'maxmemory', '0');
  const ended = Date.now();
  await until(async () => {
    const { ready, queue, alive } = await stateOf();
    return ready === 200 && queue === 'connected' && alive === 1;
  });
  await until(() => worker?.output.includes('Redis accepts writes again') === true);
  expect(Date.now() - ended).toBeLessThan(recoveryMs);
});
