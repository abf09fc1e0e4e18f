import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, until, type TestSystem } from '@leadbridge/devkit';

import { startSystemHere } from '../../../tests/support/start-system-here.js';
import { runCli } from './testing/run-cli.js';

let system: TestSystem;

beforeAll(async () => {
  system = await startSystemHere({
    env: { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1/32' },
  });
});

afterAll(async () => {
  await system.stop();
});

describe('the commands on webhooks', () => {
  const run = (...words: string[]) =>
    runCli(['webhooks', ...words], { LEADBRIDGE_URL: system.baseUrl, LEADBRIDGE_API_KEY: system.adminKey });

  async function call(path: string, body: object): Promise<string> {
    const response = await fetch(`${system.baseUrl}/api/v1/webhooks${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': system.adminKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return String(Object(await response.json())['id']);
  }

  it('show what was sent, with request and response, and send it again', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}/hook`;
    const id = await call('', { url: nobody, events: ['lead.created'] });
    const deliveryId = await call(`/${id}/test`, {});
    expect((await run('list')).results.join('\n')).toContain(`${id}\ton\t`);
    await until(async () => (await run('deliveries', id, '--status', 'failed')).results.length === 1);
    const shown = await run('delivery', id, deliveryId);
    expect(shown.results[0]).toContain('webhook.test');
    expect(shown.results[1]).toContain('"webhook.test"');
    expect((await run('redeliver', id, deliveryId)).succeeded).toBe(true);
    await expect(run('delivery', id, 'dlv_nobody')).rejects.toThrow('RESOURCE_NOT_FOUND');
  });
});
