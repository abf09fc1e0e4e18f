import { describe, expect, it } from '@jest/globals';

import { useTestApi } from '../../testing/test-api.js';

const api = useTestApi();

async function register(): Promise<string> {
  const body = { url: 'https://hooks.example.com/', events: ['*'], allow_duplicate: true };
  return String((await api.call('POST', '/webhooks', { body })).body['id']);
}

let added = 0;

/** What stands in MongoDB, as the worker would have written it. */
async function addDelivery(webhookId: string, more: Record<string, unknown>): Promise<string> {
  added += 1;
  const id = `dlv_${added}`;
  const at = new Date();
  await api.mongo.collection<{ _id: string }>('webhook_deliveries').insertOne({
    ...{ _id: id, webhookId, eventId: `evt_${added}`, eventType: 'lead.created', status: 'failed' },
    ...{ nextAttemptAt: null, attemptCount: 1, roundAttempts: 1, error: refusal },
    ...{ createdAt: at, finishedAt: at, ...more },
  });
  return id;
}

const refusal = 'The target responded with 500';

describe('deliveries', () => {
  it('show what was sent and what came back, to those who manage webhooks', async () => {
    const id = await register();
    const at = new Date();
    const delivery = await addDelivery(id, {
      request: { headers: [['X-Webhook-Event', 'lead.created']], body: '{"id":"evt_1"}' },
      attempts: [
        {
          ...{ at, statusCode: 500, durationMilliseconds: 12, error: refusal, response: 'no' },
          responseHeaders: [['content-type', 'text/plain']],
        },
      ],
    });
    const path = `/webhooks/${id}/deliveries`;
    const shown = {
      request: { headers: { 'X-Webhook-Event': 'lead.created' }, body: '{"id":"evt_1"}' },
      attempts: [{ response: 'no', response_headers: { 'content-type': 'text/plain' } }],
    };
    expect((await api.call('GET', `${path}/${delivery}`)).body).toMatchObject(shown);
    expect((await api.call('GET', path)).body).toMatchObject({ deliveries: [shown] });
    const hidden = { request: null, attempts: [{ response: null, response_headers: null }] };
    const seen = await api.call('GET', `${path}/${delivery}`, { key: api.keys.viewer });
    expect(seen.body).toMatchObject(hidden);
  });

  it('tell how the target has responded', async () => {
    const id = await register();
    const statistics = async () => (await api.call('GET', `/webhooks/${id}/statistics`)).body;
    expect(await statistics()).toEqual({ webhook_id: id, attempts: 0, success_rate: null, p95_ms: null });
    const at = new Date();
    const attempt = (error: string | null, durationMilliseconds: number) => ({
      ...{ at, statusCode: 200, durationMilliseconds, error, response: '' },
    });
    await addDelivery(id, { attempts: [attempt(refusal, 500), attempt(null, 20)] });
    await addDelivery(id, { attempts: [attempt(null, 10), attempt(null, 15)] });
    expect(await statistics()).toEqual({ webhook_id: id, attempts: 4, success_rate: 0.75, p95_ms: 500 });
    expect((await api.call('GET', '/webhooks/wh_none/statistics')).status).toBe(404);
  });

  it.each(['page=0', 'limit=501', 'status=gone', 'event=lead.deleted', 'page=x', 'sort=id'])(
    'refuse the query %s',
    async (query) => {
      const id = await register();
      expect((await api.call('GET', `/webhooks/${id}/deliveries?${query}`)).status).toBe(400);
    },
  );
});
