import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { ManagedProcess } from '../processes/managed-process.js';
import { npmStart } from '../testing/npm-start.js';
import { currentTestRun } from '../testing/test-servers.js';

/** What a newcomer copies from the screen: address, headers and body of the printed curl for an endpoint. */
function printedRequest(output: string, endpoint: string): { url: string; init: RequestInit } {
  const commands = output.split('curl -i ').slice(1);
  const command = commands.find((text) => text.split(' ')[0]?.endsWith(endpoint)) ?? '';
  const [url = ''] = command.split(' ');
  const headers = [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map((match) => [
    match[1] ?? '',
    match[2] ?? '',
  ]);
  const body = /-d '([^']+)'/.exec(command)?.[1] ?? '';
  return { url, init: { method: 'POST', headers: Object.fromEntries(headers), body } };
}

// The first start builds what is stale.
const startLimitMs = 900_000;

describe('npm start', () => {
  let dataDirectory: string;
  const starts: ManagedProcess[] = [];

  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(currentTestRun().dataRoot, 'leadbridge-test-'));
  });

  afterEach(async () => {
    await Promise.all(starts.splice(0).map((start) => start.stop()));
    await rm(dataDirectory, { recursive: true, force: true });
  });

  async function startReady(): Promise<ManagedProcess> {
    const start = await npmStart(dataDirectory, { SYNC_WAIT_SECONDS: '60' });
    starts.push(start);
    return start;
  }

  it(
    'imports the lead of the printed curl and creates the account of the printed link, and remembers them in the next start',
    async () => {
      const first = await startReady();
      const { url, init } = printedRequest(first.output, '/sync/leads');
      const created = await fetch(url, init);
      expect(created.status).toBe(201);
      const { lead_id, psa_ticket_id } = (await created.json()) as { lead_id: number; psa_ticket_id: number };
      const [link = '', origin = '', token = ''] =
        /(http:\S+)\/console\/setup#(\S+)/u.exec(first.output) ?? [];
      expect((await fetch(link)).status).toBe(200);
      const account = { token, name: 'You', email: 'you@example.com', password: 'correct horse battery' };
      const setUp = async (): Promise<number> => {
        const response = await fetch(`${origin}/api/v1/auth/setup`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(account),
        });
        return response.status;
      };
      expect([await setUp(), await setUp()]).toEqual([200, 404]);
      first.signal('SIGINT');
      expect(await first.exited).toEqual({ exitCode: 0, signal: null });

      const second = await startReady();
      const again = printedRequest(second.output, '/sync/leads');
      const skipped = await fetch(again.url, again.init);
      expect(skipped.status).toBe(200);
      expect(await skipped.json()).toMatchObject({ result: 'skipped', lead_id, psa_ticket_id });
      expect(second.output).not.toContain('/console/setup#');
    },
    startLimitMs,
  );
});
