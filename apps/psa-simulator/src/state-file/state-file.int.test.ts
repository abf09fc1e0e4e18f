import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createPsaSimulator } from '../create-psa-simulator.js';
import type { PsaSimulator } from '../simulator-handle.js';
import { psaCaller } from '../testing/psa-caller.js';

describe('the state file', () => {
  let folder: string;
  let stateFile: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'psa-simulator-'));
    stateFile = join(folder, 'deeper', 'state.json');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('brings everything back after a stop and a start', async () => {
    const first = createPsaSimulator({ stateFile });
    await first.start();
    const id = first.seedTicket({
      emailaddress: 'kept@example.com',
      customfields: { 105: true, 108: '51-200' },
    });
    const call = await psaCaller(first);
    await call('POST', '/Lists/1/items', { ticket_id: id });
    first.seedAction(id, 'Kept');
    const before = [first.tickets(), first.users(), first.actions(), first.listItems()];
    await first.stop();

    const second = createPsaSimulator({ stateFile, dialect: { customFieldValues: 'option_ids' } });
    await second.start();
    expect([second.tickets(), second.users(), second.actions(), second.listItems()]).toEqual(before);
    const again = await psaCaller(second);
    expect(
      (await again('GET', '/Tickets?search=kept@example.com&include_custom_fields=108')).body,
    ).toMatchObject({
      tickets: [{ id, customfields: [{ value: 1, display: '51-200' }] }],
    });
    expect(second.seedTicket()).toBe(id + 1);
    await second.stop();
  });

  it('keeps what the providers were sent, and reads a file from before there was any', async () => {
    const suppressionKeys = { provider_a: 'key of A', provider_b: 'key of B', provider_c: 'key of C' };
    const push = (psa: PsaSimulator): Promise<Response> =>
      fetch(`${psa.url}/suppression-list/provider_a`, {
        method: 'POST',
        headers: {
          Authorization: 'Bearer key of A',
          'Content-Type': 'application/json',
          'Idempotency-Key': 'sup_1',
        },
        body: '{"email":"kept@example.com"}',
      });
    const first = createPsaSimulator({ stateFile, suppressionKeys });
    await first.start();
    expect((await push(first)).status).toBe(201);
    await first.stop();

    const second = createPsaSimulator({ stateFile, suppressionKeys });
    await second.start();
    expect(second.suppressionLists.list()).toEqual(first.suppressionLists.list());
    expect((await push(second)).status).toBe(200);
    await second.stop();

    const { suppressions, ...older } = JSON.parse(readFileSync(stateFile, 'utf8')) as Record<string, unknown>;
    expect(suppressions).toMatchObject([{ idempotencyKey: 'sup_1', deliveries: 2 }]);
    writeFileSync(stateFile, JSON.stringify(older));
    const third = createPsaSimulator({ stateFile });
    await third.start();
    expect(third.suppressionLists.list()).toEqual([]);
    await third.stop();
  });

  it('is written while the simulator runs', async () => {
    const psa = createPsaSimulator({ stateFile });
    await psa.start();
    psa.seedTicket({ emailaddress: 'written@example.com' });
    const written = (): string => {
      try {
        return readFileSync(stateFile, 'utf8');
      } catch {
        return '';
      }
    };
    while (!written().includes('written@example.com')) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await psa.stop();
  });

  it('that holds something else stops the start', async () => {
    const other = join(folder, 'other.json');
    writeFileSync(other, '[]');
    await expect(createPsaSimulator({ stateFile: other }).start()).rejects.toThrow('holds no state');
  });
});

describe('starting and stopping', () => {
  it('fails where the port is in use, and works again on the same port after a stop', async () => {
    const first = createPsaSimulator();
    await first.start();
    const second = createPsaSimulator({ port: first.port });
    await expect(second.start()).rejects.toThrow('EADDRINUSE');
    await first.stop();
    await second.start();
    expect(second.url).toBe(`http://127.0.0.1:${second.port}`);
    await second.stop();
  });
});
