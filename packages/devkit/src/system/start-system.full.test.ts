import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { waitUntil } from '../processes/wait-until.js';
import { startSystem, type ProcessSystem } from './start-system.js';

describe('startSystem', () => {
  let system: ProcessSystem;

  beforeAll(async () => {
    system = await startSystem({ workers: 2 });
  });

  afterAll(async () => {
    await system.stop();
  });

  async function importLead(email: string): Promise<Response> {
    return fetch(`${system.baseUrl}/api/v1/sync/leads`, {
      method: 'POST',
      headers: { 'X-API-Key': system.adminKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        source: 'provider_a',
        data: { first_name: 'Alex', last_name: 'Example', email, company: 'Example Ltd', title: 'Director' },
      }),
    });
  }

  it('runs the whole service: a request becomes a ticket in the simulated PSA', async () => {
    const response = await importLead('first@example.com');
    expect(response.status).toBe(201);
    const body = (await response.json()) as { psa_ticket_id: number };
    expect(system.simulator.ticket(body.psa_ticket_id)).toMatchObject({ user_email: 'first@example.com' });
  });

  it('goes on when a worker is killed, and with the worker that is started in its place', async () => {
    const [first, second] = system.workers;
    expect(await first?.kill('SIGKILL')).toEqual({ exitCode: null, signal: 'SIGKILL' });
    expect(first?.running).toBe(false);
    expect((await importLead('second@example.com')).status).toBe(201);
    await first?.restart();
    await second?.kill('SIGKILL');
    expect((await importLead('third@example.com')).status).toBe(201);
    expect(system.simulator.tickets()).toHaveLength(3);
  });

  it('brings Redis back with what it held', async () => {
    await system.redis.stop('SIGKILL');
    const ready = async (): Promise<boolean> => (await fetch(`${system.baseUrl}/readyz`)).ok;
    await waitUntil(
      async () => ((await ready()) ? null : true),
      60_000,
      () => 'the API does not notice',
    );
    await system.redis.start();
    await waitUntil(
      async () => ((await ready()) ? true : null),
      60_000,
      () => 'the API does not recover',
    );
    expect((await importLead('first@example.com')).status).toBe(200);
  });
});

describe('a system that cannot start', () => {
  it('says what its app said', async () => {
    await expect(startSystem({ env: { ENCRYPTION_KEY: 'short' } })).rejects.toThrow(
      'ENCRYPTION_KEY: expected',
    );
  });
});
