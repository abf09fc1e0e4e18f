import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventPayloadSchemas, type EventType } from '@leadbridge/contracts';
import { until, type TestSystem } from '@leadbridge/devkit';
import { Webhook } from 'standardwebhooks';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { respondWith, EventReceiver, type ReceivedEvent } from '../support/event-receiver.js';
import { leadLifeOf } from '../support/lead-life.js';
import { startSystemHere } from '../support/start-system-here.js';
import { deliveringEnv, pause, webhookEventsOf, type WebhookEvents } from '../support/webhook-events.js';

let system: TestSystem;
let api: Caller;
let events: WebhookEvents;
const receiver = new EventReceiver();

beforeAll(async () => {
  await receiver.start();
  system = await startSystemHere({
    env: deliveringEnv,
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
  events = await webhookEventsOf(system, api, receiver);
});

afterAll(async () => {
  await events.close();
  await system.stop();
  await receiver.stop();
});

async function switchedOff(webhookId: string): Promise<Readonly<Record<string, unknown>>> {
  for (const deadline = Date.now() + 60_000; ;) {
    const { body } = await api.call('GET', `/webhooks/${webhookId}`);
    if (body['active'] === false || Date.now() > deadline) {
      return body;
    }
    await pause(50);
  }
}

function verify({ body, headers }: ReceivedEvent, secret: string): unknown {
  expect(headers['x-webhook-signature']).toBe(createHmac('sha256', secret).update(body).digest('hex'));
  return new Webhook(secret).verify(body, headers);
}

describe('events', () => {
  it('of an import arrive once, signed so that an independent library verifies them', async () => {
    const all = await events.register(['lead.created', 'lead.updated', 'sync.completed'], '/all');
    const only = await events.register('sync.completed');
    const { body } = await api.importLead(flatLead(1));
    const [received] = await receiver.waitFor('/all', 1);
    const payload = verify(received as ReceivedEvent, all.secret) as { timestamp: string };
    expect(eventPayloadSchemas['lead.created'].validate(payload).error).toBeUndefined();
    expect(payload).toMatchObject({
      id: received?.id,
      type: 'lead.created',
      data: { lead_id: body['lead_id'], psa_ticket_id: body['psa_ticket_id'], source: 'provider_a' },
    });
    expect(received?.headers).toMatchObject({
      'x-webhook-event': 'lead.created',
      'webhook-id': received?.id,
    });
    expect(Math.abs(Date.parse(payload.timestamp) - Date.now())).toBeLessThan(60_000);
    expect(received?.body).not.toContain('example.com');

    await api.importBulk([flatLead(2), flatLead(3)]);
    const [completed] = await receiver.waitFor(only.path, 1);
    const told = verify(completed as ReceivedEvent, only.secret);
    expect(eventPayloadSchemas['sync.completed'].validate(told).error).toBeUndefined();
    await receiver.waitFor('/all', 4);
    await pause(1_500);
    expect(receiver.at('/all')).toHaveLength(4);
    expect(receiver.at(only.path)).toHaveLength(1);
    await events.deactivate(all);
  });

  it('report a lead from its import to the won deal, each as documented', async () => {
    const expected: EventType[] = [
      'lead.created',
      'prospect.converted',
      'prospect.qualified',
      'opportunity.created',
      'opportunity.won',
    ];
    const hook = await events.register(expected);
    const opportunityId = await leadLifeOf(api).opportunity(50);
    for (const status of ['progressing', 'negotiation', 'won']) {
      expect((await api.call('PUT', `/opportunities/${opportunityId}`, { status })).status).toBe(200);
    }
    const received = await receiver.waitFor(hook.path, expected.length);
    const payloads = received.map((event) => verify(event, hook.secret) as { type: EventType });
    expect(payloads.map(({ type }) => type).sort()).toEqual([...expected].sort());
    for (const payload of payloads) {
      expect(eventPayloadSchemas[payload.type].validate(payload).error).toBeUndefined();
    }
    await events.deactivate(hook);
  });

  it('are retried until the target accepts them, with the same id', async () => {
    const hook = await events.register('prospect.qualified');
    let requests = 0;
    receiver.behave(hook.path, (event, response, request) => {
      requests += 1;
      respondWith(requests < 3 ? 503 : 200)(event, response, request);
    });
    const [eventId] = await events.happen('prospect.qualified');
    const delivery = await events.settled(hook.id, 'succeeded');
    expect(receiver.at(hook.path).map(({ id }) => id)).toEqual([eventId, eventId, eventId]);
    expect(delivery).toMatchObject({ attempt_count: 3, error: null });
    expect(delivery.attempts.map((attempt) => attempt.status_code)).toEqual([503, 503, 200]);
    receiver.at(hook.path).forEach((event) => verify(event, hook.secret));
  });

  it.each([
    [
      'responds with a redirect',
      'redirect',
      respondWith(302, { location: 'http://127.0.0.1:1/' }),
      'redirect',
    ],
    ['closes the connection', 'close', (_e, _a, request) => request.socket.destroy(), 'dropped'],
  ])('fail, and the operators are notified, if the target %s', async (_, name, behaviour, error) => {
    const hook = await events.register('opportunity.created', `/${name}`);
    receiver.behave(hook.path, behaviour);
    await events.happen('opportunity.created');
    const delivery = await events.settled(hook.id, 'failed');
    expect(delivery).toMatchObject({ attempt_count: 4, error: expect.stringContaining(error) });
    const errorLogEntry = await events.mongo
      .collection('error_log')
      .findOne({ message: { $regex: delivery.id } });
    expect(errorLogEntry).toMatchObject({ errorCode: 'WEBHOOK_DELIVERY_FAILED', level: 'error', leadId: 0 });
    await events.deactivate(hook);
  });

  it('wait as long as the target asks for', async () => {
    const hook = await events.register('prospect.qualified');
    let requests = 0;
    receiver.behave(hook.path, (event, response, request) => {
      requests += 1;
      respondWith(requests === 1 ? 429 : 200, requests === 1 ? { 'retry-after': '4' } : {})(
        event,
        response,
        request,
      );
    });
    await events.happen('prospect.qualified');
    await events.settled(hook.id, 'succeeded');
    const [first, second] = receiver.at(hook.path);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(3_900);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(30_000);
    await events.deactivate(hook);
  });

  it('end permanently if the target is gone', async () => {
    const hook = await events.register('prospect.qualified');
    receiver.behave(hook.path, respondWith(410));
    await events.happen('prospect.qualified');
    await events.settled(hook.id, 'failed');
    // The webhook is disabled after its delivery has ended.
    expect(await switchedOff(hook.id)).toMatchObject({ active: false, switched_off: { reason: 'gone' } });
    const [unheard = ''] = await events.happen('prospect.qualified');
    const stored = events.mongo.collection<{ _id: string }>('events');
    await until(async () => (await stored.countDocuments({ _id: unheard, dispatchedAt: null })) === 0);
    await pause(1_000);
    expect(receiver.at(hook.path)).toHaveLength(1);

    receiver.behave(hook.path, respondWith(200));
    const on = await api.call('PATCH', `/webhooks/${hook.id}`, { active: true });
    expect(on.body).toMatchObject({ active: true, switched_off: null });
    const replayed = await api.call('POST', `/webhooks/${hook.id}/replay`, { failed_since: '2026-01-01' });
    expect(replayed.body).toMatchObject({ count: 1 });
    expect(await events.settled(hook.id, 'succeeded')).toMatchObject({ attempt_count: 2 });
    await events.deactivate(hook);
  });

  it('can be tested, sent again, and replayed', async () => {
    const hook = await events.register('prospect.qualified');
    const tested = await api.call('POST', `/webhooks/${hook.id}/test`);
    const [test] = await receiver.waitFor(hook.path, 1);
    expect(verify(test as ReceivedEvent, hook.secret)).toMatchObject({
      type: 'webhook.test',
      data: { webhook_id: hook.id },
    });
    expect(eventPayloadSchemas['webhook.test'].validate(JSON.parse(test?.body ?? '')).error).toBeUndefined();
    await events.settled(hook.id, 'succeeded');

    const from = new Date().toISOString();
    await events.happen('prospect.qualified', 3);
    await until(() => events.allSucceeded(hook.id, 4));
    await api.call('POST', `/webhooks/${hook.id}/deliveries/${String(tested.body['id'])}/redeliver`);
    await api.call('POST', `/webhooks/${hook.id}/replay`, { from });
    await until(() => receiver.at(hook.path).length >= 8);
    await pause(500);
    expect(receiver.at(hook.path)).toHaveLength(8);
    expect(new Set(receiver.at(hook.path).map(({ id }) => id)).size).toBe(4);
    await events.deactivate(hook);
  });

  it('arrive as messages at webhooks of Slack and Teams, which retry as all others', async () => {
    const slack = await events.register('prospect.qualified');
    const teams = await events.register('prospect.qualified');
    await api.call('PATCH', `/webhooks/${slack.id}`, { format: 'slack' });
    await api.call('PATCH', `/webhooks/${teams.id}`, { format: 'teams' });
    let refusals = [respondWith(429, { 'retry-after': '1' }), respondWith(500)];
    receiver.behave(slack.path, (event, response, request) => {
      const [next = respondWith(200), ...later] = refusals;
      refusals = later;
      next(event, response, request);
    });
    await events.happen('prospect.qualified');
    expect(await events.settled(slack.id, 'succeeded')).toMatchObject({ attempt_count: 3 });
    expect(await events.settled(teams.id, 'succeeded')).toMatchObject({ attempt_count: 1 });
    const [first, second] = receiver.at(slack.path);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
    expect(receiver.at(slack.path).map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => '{"text":"*prospect.qualified lead_id 0*"}'),
    );
    expect(receiver.at(teams.path)[0]?.body).toContain('"text":"prospect.qualified lead_id 0"');
    for (const hook of [slack, teams]) {
      await api.call('POST', `/webhooks/${hook.id}/test`);
      await receiver.waitFor(hook.path, 2);
      expect(receiver.at(hook.path).at(-1)?.body).toContain('This is a test of Leadbridge.');
    }
    await events.deactivate(slack, teams);
  });

  it('are signed by both secrets after a rotation', async () => {
    const hook = await events.register('prospect.qualified');
    const { body } = await api.call('POST', `/webhooks/${hook.id}/rotate-secret`);
    await events.happen('prospect.qualified');
    const [event] = (await receiver.waitFor(hook.path, 1)) as [ReceivedEvent];
    verify(event, String(body['secret']));
    expect(new Webhook(hook.secret).verify(event.body, event.headers)).toBeDefined();
    expect(event.headers['x-webhook-signature-previous']).toBe(
      createHmac('sha256', hook.secret).update(event.body).digest('hex'),
    );
    await events.deactivate(hook);
  });
});
