import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currentTestRun, until, type TestSystem } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { sendBulk } from '../support/drill-service.js';
import { respondWith, EventReceiver } from '../support/event-receiver.js';
import { startSystemHere } from '../support/start-system-here.js';

/** `REPLAYS=1000` runs more of them. */
const { replaysOverHttp: wantedReplays } = currentTestRun();
const bulksAtOnce = 3;
const leadsPerBulk = 40;
const replaysAtOnce = 4;

let system: TestSystem;
let api: Caller;
let mongo: Awaited<ReturnType<typeof connectMongo>>;
const receiver = new EventReceiver();

beforeAll(async () => {
  await receiver.start();
  system = await startSystemHere({
    env: {
      PSA_RATE_LIMIT: '100000',
      RATE_LIMIT_PER_HOUR: '1000000',
      BULK_LIMIT_PER_HOUR: '100000',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
      WEBHOOK_RETRY_DELAYS: '1,1,1',
    },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
  mongo = await connectMongo(system.mongodbUri);
});

afterAll(async () => {
  await mongo.close();
  await system.stop();
  await receiver.stop();
});

async function register(path: string, events: readonly string[]): Promise<string> {
  const { body } = await api.call('POST', '/webhooks', { url: receiver.url(path), events });
  return String(body['id']);
}

async function deliveries(webhookId: string, status: string): Promise<number> {
  const { body } = await api.call('GET', `/webhooks/${webhookId}/deliveries?status=${status}&limit=1`);
  return (body['pagination'] as { total: number }).total;
}

describe('the dispatch of events', () => {
  it('continues while the events of bulk imports are being replayed', async () => {
    const path = '/replayed';
    const webhookId = await register(path, ['lead.created']);
    let bulks = 0;
    let replays = 0;
    const importBulk = async (): Promise<void> => {
      const from = bulks * leadsPerBulk;
      bulks += 1;
      const leads = Array.from({ length: leadsPerBulk }, (_, index) => flatLead(from + index));
      const bulk = await sendBulk(system, leads, { batch_size: 10 });
      expect(await api.finished(bulk.jobId)).toMatchObject({ progress: { successful: leadsPerBulk } });
    };
    let isOver = false;
    // Something is committed as long as events are replayed.
    const importing = async (): Promise<void> => {
      do {
        await importBulk();
      } while (replays < wantedReplays);
    };
    const finished = Promise.all(Array.from({ length: bulksAtOnce }, importing)).finally(() => {
      isOver = true;
    });
    const replay = async (): Promise<void> => {
      while (!isOver) {
        const from = new Date(Date.now() - 200).toISOString();
        const { status } = await api.call('POST', `/webhooks/${webhookId}/replay`, { from });
        expect(status).toBe(202);
        replays += 1;
      }
    };
    await Promise.all([finished, ...Array.from({ length: replaysAtOnce }, replay)]);
    expect(replays).toBeGreaterThanOrEqual(wantedReplays);
    const happened = bulks * leadsPerBulk;
    await until(async () => (await deliveries(webhookId, 'succeeded')) === happened);
    expect(new Set(receiver.at(path).map(({ id }) => id)).size).toBe(happened);
    await until(
      async () =>
        (await mongo.collection('events').countDocuments({ dispatchedAt: { $type: 'null' } })) === 0,
    );
    expect(await deliveries(webhookId, 'pending')).toBe(0);
    await api.call('PATCH', `/webhooks/${webhookId}`, { active: false });
  });

  it('continues with events that cannot be dispatched, for new ones and for retries, and reports them', async () => {
    const webhookId = await register('/beside', ['lead.created']);
    let requests = 0;
    receiver.behave('/beside', (event, response, request) => {
      requests += 1;
      respondWith(requests === 1 ? 503 : 200)(event, response, request);
    });
    const events = mongo.collection<{ _id: number }>('events');
    // The id of a delivery cannot be made of a number.
    const bad = { _id: 0, type: 'lead.created', data: {}, leadId: null, dispatchedAt: null, at: new Date() };
    await events.insertOne(bad);
    await api.importLead(flatLead(1_000_001));
    await until(async () => (await deliveries(webhookId, 'succeeded')) === 1);
    await api.importLead(flatLead(1_000_002));
    await until(async () => (await deliveries(webhookId, 'succeeded')) === 2);
    expect(requests).toBe(3);

    await events.updateOne({ _id: 0 }, { $set: { failingSince: new Date(Date.now() - 61_000) } });
    const health = async () => (await fetch(`${system.baseUrl}/health`)).text();
    await until(async () => (await health()).includes('"state":"stalled"'));
    await until(async () =>
      JSON.stringify((await api.call('GET', '/errors')).body).includes('EVENT_DISPATCH_STALLED'),
    );
  });
});
