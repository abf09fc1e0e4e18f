import { describe, expect, it } from '@jest/globals';

import { callerOf, flatLead } from '../support/caller.js';
import { haloEnv } from '../support/halo-system.js';
import { startWorkerSystem } from '../support/start-system-here.js';

const env = { PSA_RATE_LIMIT: '100000', RATE_LIMIT_PER_HOUR: '100000' };

const dialects = [
  ['the usual PSA', { env, simulator: { rateLimit: 0 } }],
  ['a HaloPSA', { env: { ...env, ...haloEnv }, simulator: { psaDialect: 'halopsa', rateLimit: 0 } }],
] as const;

describe.each(dialects)('a reconciliation with %s', (_name, options) => {
  it('continues where it was if its worker is killed in the middle of reading', async () => {
    const system = await startWorkerSystem(options);
    const { simulator } = system;
    const api = callerOf(system);
    try {
      await api.importLead(flatLead(1));
      const unknown = simulator.seedTicket({
        emailaddress: 'new.one@example.com',
        company: 'New One',
      });
      simulator.faults.set({ kind: 'hang', method: 'GET', path: '/api/Users', times: 1 });
      const { body } = await api.call('POST', '/reconciliations', {});
      await simulator.faults.waitForHeld(1, 60_000);
      expect(await api.call('POST', '/reconciliations', {})).toMatchObject({
        status: 409,
        body: { error: { details: { reason: 'RECONCILIATION_RUNNING' } } },
      });
      await Promise.all(system.workers.map(async (worker) => worker.kill()));
      simulator.faults.clear();
      await system.addWorker();

      expect(await api.finished(String(body['job_id']))).toMatchObject({ status: 'completed' });
      const path = `/reconciliations/${String(body['reconciliation_id'])}`;
      expect((await api.call('GET', path)).body).toMatchObject({ status: 'completed' });
      expect((await api.call('GET', `${path}/findings`)).body['findings']).toMatchObject([
        { kind: 'unknown_ticket', psa_ticket_id: unknown },
      ]);
    } finally {
      await system.stop();
    }
  });
});
