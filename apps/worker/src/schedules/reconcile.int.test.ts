import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';

import { callerOf, flatLead, type Caller } from '../drills/testing/caller.js';
import { startHaloSystem } from '../drills/testing/halo-system.js';
import { until } from '../handlers/testing/until.js';

const env = { PSA_RATE_LIMIT: '100000', RATE_LIMIT_PER_HOUR: '100000', RECONCILE_AT: '00:00' };

const dialects = [
  ['the usual PSA', { showsFields: true }, async () => startSystem({ env, simulator: { rateLimit: 0 } })],
  // Its lists show no custom fields, so that a status alone tells.
  ['a HaloPSA', { showsFields: false }, async () => (await startHaloSystem({}, env)).system],
] as const;

describe.each(dialects)('with %s', (_name, { showsFields }, start) => {
  let system: TestSystem;
  let api: Caller;
  let mongo: Awaited<ReturnType<typeof connectMongo>>;

  beforeAll(async () => {
    system = await start();
    api = callerOf(system);
    mongo = await connectMongo(system.mongodbUri);
  });

  afterAll(async () => {
    await mongo.close();
    await system.stop();
  });

  const days = () => mongo.collection<{ _id: string; missedOptOuts?: number }>('reconciliation_days');
  const today = () => new Date().toISOString().slice(0, 10);

  /** The day's run by a worker that was not there before. */
  async function dayRuns(): Promise<number | undefined> {
    await days().deleteMany({ _id: today() });
    await days().updateOne({ _id: '2026-01-01' }, { $set: {} }, { upsert: true });
    const worker = await system.addWorker();
    await until(async () => (await days().findOne({ _id: today() })) !== null);
    await worker.stop();
    return (await days().findOne({ _id: today() }))?.missedOptOuts;
  }

  const ledger = async () => {
    const { body } = await api.call('GET', '/suppressions?limit=100');
    return body['suppressions'] as readonly { readonly ticket_id: number | null; readonly email: string }[];
  };

  it('takes every opt-out that no notification told of, nobody else, and nobody twice', async () => {
    const leads = await Promise.all(
      Array.from({ length: 6 }, async (_, number) => {
        const lead = flatLead(number + 1);
        const { body } = await api.importLead(lead);
        const [leadId, ticketId] = [Number(body['lead_id']), Number(body['psa_ticket_id'])];
        return { email: lead.email, leadId, ticketId };
      }),
    );
    const [flagged, moved, known, touched] = leads;
    system.simulator.actAsAgent(Number(flagged?.ticketId), { customfields: { 105: true } });
    system.simulator.actAsAgent(Number(moved?.ticketId), { status_id: 6 });
    system.simulator.actAsAgent(Number(touched?.ticketId), { status_id: 2 });
    await api.call('POST', '/suppressions', { lead_id: known?.leadId, reason: 'Asked on the telephone' });
    expect(await ledger()).toHaveLength(1);

    const optedOut = [moved, known, ...(showsFields ? [flagged] : [])];
    expect(await dayRuns()).toBe(optedOut.length - 1);
    await until(
      async () => (await ledger()).filter(({ email }) => email !== null).length === optedOut.length,
    );
    const wanted = optedOut.map((lead) => lead?.email);
    expect((await ledger()).map(({ email }) => email).sort()).toEqual(wanted.sort());
    for (const lead of optedOut) {
      await until(async () => {
        const { body } = await api.call('GET', `/leads/${String(lead?.leadId)}`);
        return body['do_not_contact'] === true;
      });
    }

    expect(await dayRuns()).toBe(0);
    expect(await ledger()).toHaveLength(optedOut.length);
  }, 120_000);
});
