import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventPayloadSchemas } from '@leadbridge/contracts';
import { until, type TestSystem } from '@leadbridge/devkit';

import { startSmtpCatcher, type MessageCatcher } from '../../apps/api/src/testing/message-catcher.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { respondWith, EventReceiver } from '../support/event-receiver.js';
import { startSystemHere } from '../support/start-system-here.js';
import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';
import { deliveringEnv, pause, webhookEventsOf, type WebhookEvents } from '../support/webhook-events.js';

let system: TestSystem;
let api: Caller;
let events: WebhookEvents;
let mail: MessageCatcher;
let provider: SuppressionEndpoint;
const receiver = new EventReceiver();
const alertEvents = ['alert.raised', 'alert.resolved'];

beforeAll(async () => {
  await receiver.start();
  mail = await startSmtpCatcher();
  provider = await startSuppressionEndpoint();
});

beforeEach(async () => {
  system = await startSystemHere({
    apis: 2,
    env: {
      ...deliveringEnv,
      SYNC_WAIT_SECONDS: '1',
      SMTP_URL: mail.url,
      ALERT_EMAIL: 'operators@example.com, on-call@example.com',
      ALERT_CHECK_SECONDS: '0.2',
      ALERT_AFTER_SECONDS: '0.5',
      ALERT_WAIT_MINUTES: '0.02',
      RUNBOOK_URL: 'https://wiki.example.com/runbook',
      PROVIDER_A_SUPPRESSION_URL: `${provider.origin}/a`,
      SUPPRESSION_RETRY_DELAYS: '0.1,0.1,1',
    },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
  events = await webhookEventsOf(system, api, receiver);
});

afterEach(async () => {
  await events.close();
  await system.stop();
  mail.messages.length = 0;
  mail.refusing = false;
  receiver.received.length = 0;
});

afterAll(async () => {
  await mail.close();
  await provider.stop();
  await receiver.stop();
});

interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
}

const toldAt = (path: string): readonly Told[] =>
  receiver.at(path).map(({ body }) => JSON.parse(body) as Told);
const namesAt = (path: string) =>
  toldAt(path).map(({ type, data }) => `${type} ${data['alert']}:${data['subject']}`);

/** Waits for an alert, and then for one that comes too often. */
async function comes(path: string, name: string): Promise<Told> {
  await until(() => namesAt(path).includes(name));
  await pause(1_500);
  const found = toldAt(path).filter((_, index) => namesAt(path)[index] === name);
  expect(found).toHaveLength(1);
  return found[0] as Told;
}

describe('alerts', () => {
  it('tell once that no worker is there and jobs wait, by all ways, and once that it is over', async () => {
    const all = await events.register(alertEvents, '/all');
    for (const format of ['slack', 'teams']) {
      await api.call('POST', '/webhooks', { url: receiver.url(`/${format}`), events: alertEvents, format });
    }
    await Promise.all(system.workers.map(async (worker) => worker.stop()));
    await api.call('POST', '/sync/leads', { source: 'provider_a', data: flatLead(1) });
    const raised = await comes('/all', 'alert.raised no_worker:workers');
    expect(eventPayloadSchemas['alert.raised'].validate(raised).error).toBeUndefined();
    expect(raised.data).toMatchObject({
      summary: 'No worker is running',
      runbook_url: 'https://wiki.example.com/runbook#no_worker',
    });
    await comes('/all', 'alert.raised jobs_waiting:jobs');
    const texts = [...receiver.at('/slack'), ...receiver.at('/teams')].map(({ body }) => body);
    expect(texts).toHaveLength(4);
    expect(mail.messages).toHaveLength(2);
    for (const text of [...texts, ...mail.messages]) {
      expect(text).toContain('https://wiki.example.com/runbook#');
      expect(text).toMatch(/Since \d{4}-\d\d-\d\dT/u);
    }
    expect(mail.messages.join()).toMatch(/^To: operators@example\.com, on-call@example\.com/imu);
    expect(mail.messages.join()).toMatch(/^Subject: Leadbridge: No worker is running/imu);

    await system.addWorker();
    const resolved = await comes('/all', 'alert.resolved no_worker:workers');
    expect(eventPayloadSchemas['alert.resolved'].validate(resolved).error).toBeUndefined();
    await comes('/all', 'alert.resolved jobs_waiting:jobs');
    await until(() => mail.messages.length >= 4);
    expect(mail.messages).toHaveLength(4);
    expect(namesAt('/all')).toHaveLength(4);
    const { body } = await api.call('GET', `/webhooks/${all.id}/deliveries`);
    expect(body['deliveries']).toMatchObject(Array.from({ length: 4 }, () => ({ status: 'succeeded' })));
  });

  it('about a webhook go to the others alone; Slack and the mail server are retried', async () => {
    const others = await events.register('*', '/others');
    const gone = await events.register(['*'], '/gone');
    let refusals = [respondWith(429, { 'retry-after': '1' }), respondWith(500)];
    receiver.behave(others.path, (event, response, request) => {
      const [next = respondWith(200), ...later] = refusals;
      refusals = later;
      next(event, response, request);
    });
    receiver.behave(gone.path, respondWith(410));
    mail.refusing = true;
    await events.happen('prospect.qualified');
    await until(() => receiver.at(others.path).length >= 4);
    const alert = `alert.raised webhook_switched_off:${gone.id}`;
    await until(() => namesAt('/others').includes(alert));
    expect(receiver.at(gone.path).filter(({ body }) => body.includes('prospect.qualified'))).toHaveLength(1);
    expect(mail.messages).toEqual([]);
    mail.refusing = false;
    await until(() => mail.messages.length > 0);
    // Another alert of a busy machine would switch it off again, before anybody has seen it on.
    receiver.behave(gone.path, respondWith(200));
    await api.call('PATCH', `/webhooks/${gone.id}`, { active: true });
    await comes('/others', `alert.resolved webhook_switched_off:${gone.id}`);
    // A busy machine may also miss its worker meanwhile.
    expect(namesAt('/gone').filter((name) => name.includes('webhook_switched_off'))).toEqual([]);
  });

  it('tell of a bulk of which too many rows failed, and of opt-outs that a provider refuses', async () => {
    await events.register(alertEvents, '/all');
    const leads = Array.from({ length: 10 }, (_, index) =>
      index < 3 ? { email: 'not an address', company: 'X' } : flatLead(index),
    );
    await api.importBulk(leads);
    const raised = await comes('/all', 'alert.raised bulk_failures:provider_a');
    expect(raised.data['summary']).toMatch(
      /^3 of 10 rows of a bulk import from provider_a failed \(job_[0-9a-z]+\)$/u,
    );
    provider.respondWith(...Array.from({ length: 30 }, () => 503));
    await api.call('POST', '/suppressions', {
      email: 'ada.number4@company4.example.com',
      reason: 'asked by phone',
    });
    const { body } = await api.call('GET', '/suppressions');
    expect(body['suppressions']).toHaveLength(1);
    const refused = await comes('/all', 'alert.raised opt_out_not_taken:provider_a');
    expect(refused.data['summary']).toBe('provider_a does not take 1 opt-out');
    expect(JSON.stringify([toldAt('/all'), mail.messages])).not.toMatch(/number4|asked by phone/u);
    provider.respondWith();
    await comes('/all', 'alert.resolved opt_out_not_taken:provider_a');
    // A busy machine may also miss its worker meanwhile.
    expect(namesAt('/all').filter((name) => name.endsWith(':provider_a'))).toHaveLength(3);
  });

  it('tell that the PSA fails or refuses the credentials', async () => {
    await events.register(alertEvents, '/all');
    await api.importLead(flatLead(1));
    system.simulator.faults.set({ kind: 'error', status: 503 });
    await api.call('POST', '/sync/leads', { source: 'provider_a', data: flatLead(2) });
    const raised = await comes('/all', 'alert.raised psa_failing:psa');
    expect(raised.data['summary']).toBe('The PSA gives no usable responses: it responds with errors');
    system.simulator.faults.clear();
    await comes('/all', 'alert.resolved psa_failing:psa');
    expect(namesAt('/all').filter((name) => name.endsWith(':psa'))).toEqual([
      'alert.raised psa_failing:psa',
      'alert.resolved psa_failing:psa',
    ]);
  });
});
