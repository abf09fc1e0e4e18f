import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startHaloSystem, type HaloSystem } from '../support/halo-system.js';

let started: HaloSystem;
let api: Caller;

beforeAll(async () => {
  started = await startHaloSystem({ haloQuirks: { absent: ['Researching', 'Do Not Contact'] } });
  api = callerOf(started.system);
});

afterAll(async () => {
  await started.system.stop();
});

async function health() {
  const response = await fetch(`${started.system.baseUrl}/health`);
  return (await response.json()) as {
    readonly services: { readonly psa: string };
    readonly psa_failure: { readonly reason: string; readonly missing?: readonly string[] } | null;
  };
}

describe('a HaloPSA that lacks what jobs need', () => {
  it('gets no writes, is reported by the health response, and its jobs run by themselves once it is complete', async () => {
    const { simulator } = started.system;
    const lead = flatLead(1);
    const { status, body } = await api.importLead(lead, { headers: { prefer: 'respond-async' } });
    expect(status).toBe(202);

    await until(async () => (await health()).psa_failure?.reason === 'missing_mapping');
    const { services, psa_failure: failure } = await health();
    expect(services.psa).toBe('failing');
    expect(failure?.missing).toEqual([
      expect.stringMatching(/^no status 'Researching'; there are: /),
      expect.stringMatching(/^no status 'Do Not Contact'; there are: /),
      expect.stringMatching(/^no custom field for 105 'Do Not Contact'; there are: /),
    ]);
    expect(simulator.requests.count({ method: 'POST', path: '/api/Tickets' })).toBe(0);
    expect(simulator.clients()).toEqual([]);

    started.set({ absent: [] });
    const job = await api.finished(String(body['job_id']));
    expect(job).toMatchObject({ status: 'completed', result: { result: 'created' } });
    expect(started.halo.ticketsPerPerson().get(lead.email)).toBe(1);
    await until(async () => (await health()).services.psa === 'connected');
  });
});
