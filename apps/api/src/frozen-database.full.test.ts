import { testServers, startServerProxy, type ServerProxy } from '@leadbridge/devkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { startTestApi, type TestApi } from './testing/test-api.js';

const key = 'bootstrap-key-of-the-tests';
const lead = { first_name: 'Ann', last_name: 'Sample', email: 'ann@example.com', company: 'Sample Works' };

let api: TestApi;
let imports = 0;
let database: ServerProxy;

beforeAll(async () => {
  const { mongodbUri } = testServers();
  database = await startServerProxy(mongodbUri);
  const environment = {
    BOOTSTRAP_API_KEY: key,
    MONGODB_URI: `mongodb://${database.host}${new URL(mongodbUri).pathname}?directConnection=true`,
    SYNC_WAIT_SECONDS: '1',
  };
  api = await startTestApi({ environment });
});

afterAll(async () => {
  database.thaw();
  await api.close();
  database.close();
});

const readJobs = async (): Promise<number> => (await api.call('GET', '/jobs', { key })).status;
const isReady = async (): Promise<number> => (await api.call('GET', '/readyz', { key: null })).status;

async function importLead(): Promise<number> {
  const body = { source: 'csv', data: lead };
  imports += 1;
  const headers = { 'idempotency-key': `import-${imports}` };
  return (await api.call('POST', '/sync/leads', { key, body, headers })).status;
}

async function until200(): Promise<void> {
  const deadline = performance.now() + 60_000;
  while ((await readJobs()) !== 200 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function lookAtPage(): Promise<number> {
  const Cookie = `leadbridge_session=lbs_${'x'.repeat(43)}`;
  const response = await fetch(`${api.origin}/admin/queues`, {
    redirect: 'manual',
    headers: { Accept: 'text/html', Cookie },
  });
  await response.arrayBuffer();
  return response.status;
}

const askAll = async (): Promise<number[]> =>
  Promise.all([readJobs(), importLead(), lookAtPage(), isReady()]);

it('a MongoDB that is unavailable, e.g. during an election, is reported within ten seconds', async () => {
  await expect(askAll()).resolves.toEqual([200, 202, 303, 200]);
  database.cut();
  const cutAt = performance.now();
  await expect(askAll()).resolves.toEqual([500, 500, 500, 503]);
  expect(performance.now() - cutAt).toBeLessThan(10_000);

  await database.restore();
  await until200();
});

it('a MongoDB that hangs blocks no request, and everything recovers once it responds again', async () => {
  await expect(askAll()).resolves.toEqual([200, 202, 303, 200]);

  database.freeze();
  const frozenAt = performance.now();
  await expect(askAll()).resolves.toEqual([500, 500, 500, 503]);
  expect(performance.now() - frozenAt).toBeLessThan(10_000);
  await expect(askAll()).resolves.toEqual([500, 500, 500, 503]);

  database.thaw();
  await until200();
  await expect(askAll()).resolves.toEqual([200, 202, 303, 200]);
});
