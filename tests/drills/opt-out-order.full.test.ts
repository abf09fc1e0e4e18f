import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';

import { eachPsa, usePsa } from '../support/each-psa.js';
import { sampled } from '../support/sampled.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { notify, optOutNotification } from '../support/psa-notifications.js';
import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';
import { startSystemHere } from '../support/start-system-here.js';

const limit = 40;
const windowSeconds = 20;

let system: TestSystem;
let api: Caller;
let provider: SuppressionEndpoint;

beforeAll(async () => {
  provider = await startSuppressionEndpoint();
  system = await startSystemHere({
    workers: 2,
    env: {
      PSA_RATE_LIMIT: String(limit),
      PSA_RATE_WINDOW_SECONDS: String(windowSeconds),
      PROVIDER_A_SUPPRESSION_URL: provider.origin,
    },
    simulator: { rateLimit: limit, rateWindowSeconds: windowSeconds },
  });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
  await provider.stop();
});

/** Each uses up a window of the budget, so a usual run only tries the failing PSA; `MATRIX=all` tries all. */
describe.each(sampled(eachPsa, 1))('an opt-out, on the $name PSA,', (kind) => {
  usePsa(kind, () => system.simulator);
  const from = 10_000 * eachPsa.indexOf(kind);

  it('overtakes everything that waits for a used-up budget', async () => {
    const ticketId = system.simulator.seedTicket({
      emailaddress: `gone@left-${kind.name}.example`,
      customfields: { 101: 'Provider A' },
    });
    const leads = Array.from({ length: 400 }, (_, index) => flatLead(from + index));
    const { body } = await api.importBulk(leads, {
      batchOptions: { batch_size: 1 },
      headers: { prefer: 'respond-async' },
    });
    const singles = Array.from({ length: 20 }, (_, index) =>
      api.importLead(flatLead(from + 1_000 + index), { headers: { prefer: 'respond-async' } }),
    );
    await Promise.all(singles);
    await until(() => system.simulator.rateUsed >= limit - 1);

    const before = system.simulator.requests.total;
    const response = await notify(system, optOutNotification(ticketId));
    const later = system.simulator.requests.list().slice(before);
    const own = later.findIndex(({ path }) => path === `/api/Tickets/${ticketId}`);

    expect(response.body).toMatchObject({ success: true, suppression_result: { status: 'suppressed' } });
    // Only what already had its slot, or was about to get it, may come before.
    expect(own).toBeGreaterThanOrEqual(0);
    expect(own).toBeLessThan(5);
    // The response arrives within the window that the opt-out was let into, or soon after on a busy machine;
    // behind the waiting calls it would come after a thousand of them.
    expect(later.length).toBeLessThanOrEqual(5 * limit);
    expect(system.simulator.rateViolations).toBe(0);
    await api.call('POST', `/jobs/${String(body['job_id'])}/cancel`);
  });

  it('survives the loss of everything in Redis', async () => {
    const email = `kept@left-${kind.name}.example`;
    await system.redis.stop('SIGKILL');
    const { status } = await api.call('POST', '/suppressions', { email, source: 'provider_a' });
    expect(status).toBe(201);
    await until(() => provider.pushed(email).length === 1);

    const person = {
      emailaddress: `queued@left-${kind.name}.example`,
      customfields: { 101: 'Provider A' },
    };
    const response = await notify(system, optOutNotification(system.simulator.seedTicket(person)));
    expect(response.status).toBe(202);
    await system.redis.start();
    await until(() => provider.pushed(person.emailaddress).length === 1);
  });
});
