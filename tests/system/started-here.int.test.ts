import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';

import { callerOf, flatLead } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

type System = Awaited<ReturnType<typeof startSystemHere>>;

/** In everything that the first system stores. */
const word = 'quillwort';
const person = { ...flatLead(1), email: `ada@${word}.example.com`, company: word };
const label = `Label ${word}`;

/** Leaves something of each kind: records, jobs, failures, an opt-out, a webhook, a setting, a switch of the PSA. */
async function fill(system: System): Promise<void> {
  const api = callerOf(system);
  expect((await api.importLead(person, { source: 'csv' })).status).toBe(201);
  expect((await api.importLead({ email: word }, { source: 'csv' })).status).toBe(400);
  const optOut = { email: `bob@${word}.example.com`, reason: word };
  const webhook = { url: `https://hooks.example.com/${word}`, events: ['lead.created'] };
  const given = [
    await api.call('POST', '/suppressions', optOut),
    await api.call('POST', '/webhooks', webhook),
    await api.call('PUT', '/config', { providers: { provider_b: { label } } }),
  ];
  expect(given.map(({ status }) => status < 300)).toEqual([true, true, true]);
  system.simulator.setDialect({ texts: 'escaped' });
}

/** What the process holds: sockets, servers and timers, and its listeners. */
function held() {
  const listeners = process.eventNames().map((name) => process.listenerCount(name));
  return {
    open: process.getActiveResourcesInfo().length,
    listeners: listeners.reduce((sum, count) => sum + count, 0),
  };
}

describe('a system that follows another in one process', () => {
  let system: System;

  beforeAll(async () => {
    const first = await startSystemHere();
    await fill(first);
    await first.stop();
    system = await startSystemHere();
  });
  afterAll(async () => {
    await system.stop();
  });

  it.each(['/leads', '/jobs', '/suppressions', '/webhooks', '/errors', '/audit', '/config'])(
    'sees nothing of it in %s',
    async (path) => {
      const { status, body } = await callerOf(system).call('GET', path);
      expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining(word)]);
    },
  );

  it('has a PSA of its own, and does not remember the other', async () => {
    expect(system.simulator.tickets()).toEqual([]);
    const { body } = await callerOf(system).importLead(person, { source: 'csv' });
    expect(body).toMatchObject({ result: 'created', lead_id: 1 });
  });

  it('leaves no socket, server, timer or listener behind', async () => {
    // The system above comes and goes with some, too.
    const samples = [];
    for (let taken = 0; taken < 20; taken += 1) {
      samples.push(held());
      await sleep(50);
    }
    const before = samples.reduce((most, each) => (each.open > most.open ? each : most));
    const other = await startSystemHere();
    await fill(other);
    const during = held();
    await other.stop();
    await until(() => held().open <= before.open);
    expect(held().listeners).toBeLessThanOrEqual(before.listeners);
    expect(during.open).toBeGreaterThan(before.open);
  });
});
