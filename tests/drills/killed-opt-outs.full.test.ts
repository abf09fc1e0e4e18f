import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { notify, optOutNotification } from '../support/psa-notifications.js';
import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';
import { startWorkerSystem, type WorkerSystem } from '../support/start-system-here.js';

let system: WorkerSystem;
let api: Caller;
let provider: SuppressionEndpoint;
let number = 40_000;

beforeAll(async () => {
  provider = await startSuppressionEndpoint();
  system = await startWorkerSystem({
    env: {
      PSA_RATE_LIMIT: '100000',
      RATE_LIMIT_PER_HOUR: '100000',
      SUPPRESSION_RETRY_DELAYS: '0.3,0.3,1',
      PROVIDER_A_SUPPRESSION_URL: `${provider.origin}/a`,
    },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
  await provider.stop();
});

afterEach(() => {
  system.simulator.faults.clear();
  provider.respondWith();
});

async function importedLead() {
  number += 1;
  const lead = flatLead(number);
  const { body } = await api.importLead(lead);
  return { lead, ticketId: Number(body['psa_ticket_id']) };
}

const notesOf = (ticketId: number) =>
  system.simulator
    .actions(ticketId)
    .map(({ note }) => note)
    .filter((note) => note.startsWith('Do Not Contact'));

async function suppressionsOf(email: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { body } = await api.call('GET', `/suppressions?email=${encodeURIComponent(email)}`);
  return body['suppressions'] as readonly Readonly<Record<string, unknown>>[];
}

describe('a worker killed with kill -9', () => {
  it('between the push and its record leaves one opt-out, pushed again with the same reference', async () => {
    const { lead, ticketId } = await importedLead();
    provider.respondWith(0);
    const response = notify(system, optOutNotification(ticketId));
    await until(() => provider.pushed(lead.email).length === 1);
    await system.workers[0]?.kill('SIGKILL');
    await system.workers[0]?.restart();

    expect((await response).body).toMatchObject({
      success: true,
      suppression_result: { status: 'suppressed' },
    });
    const pushes = provider.pushed(lead.email);
    expect(pushes).toHaveLength(2);
    expect(pushes[0]?.headers['idempotency-key']).toBe(pushes[1]?.headers['idempotency-key']);
    await until(() => notesOf(ticketId).length > 0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(notesOf(ticketId)).toHaveLength(1);
    expect(await suppressionsOf(lead.email)).toHaveLength(1);
  });

  it('between the note and its record leaves one note', async () => {
    const { lead, ticketId } = await importedLead();
    system.simulator.faults.set({
      kind: 'hang',
      method: 'POST',
      path: '/api/Actions',
      when: 'after',
      times: 1,
    });
    const response = notify(system, optOutNotification(ticketId));
    await system.simulator.faults.waitForHeld(1);
    await system.workers[0]?.kill('SIGKILL');
    system.simulator.faults.clear();
    await system.workers[0]?.restart();

    expect((await response).body).toMatchObject({ success: true });
    await until(async () => (await suppressionsOf(lead.email))[0]?.['ticket_pending']?.toString() === '');
    expect(notesOf(ticketId)).toHaveLength(1);
    expect(provider.pushed(lead.email)).toHaveLength(1);
  });
});
