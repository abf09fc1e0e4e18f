import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startTestApi, type TestApi } from '../../testing/test-api.js';

const secret = 'the secret that the PSA signs with';
const webhookSecret = 'the-secret-of-the-webhook';
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    environment: { WEBHOOK_INBOUND_SECRET: secret, PSA_NOTIFICATION_AUTH: `bearer:${webhookSecret}` },
  });
});

afterAll(async () => {
  await api.close();
});

const raw = JSON.stringify({ ticket_id: 7, changes: { customfields: [{ id: 105, new_value: true }] } });
const sign = (body: string) => createHmac('sha256', secret).update(body).digest('hex');

async function notify(headers: Readonly<Record<string, string>>, body = raw) {
  return await api.call('POST', '/webhooks/dnc-sync', {
    raw: body,
    key: null,
    headers: { 'Content-Type': 'application/json', Prefer: 'respond-async', ...headers },
  });
}

describe('POST /webhooks/dnc-sync, from a PSA that cannot sign', () => {
  const known = { Authorization: `Bearer ${webhookSecret}` };
  const native = (body: unknown): string => JSON.stringify(body);

  it.each([
    ['in the ticket', { event: 'Ticket Updated', ticket: { id: 9, summary: 'x' } }],
    ['as the object', { object_id: '9', timestamp: new Date().toISOString() }],
    ['beside an event', { event: 'Ticket Updated', ticket_id: 9 }],
    ['in the object itself', { id: 9, summary: 'x', customfields: [] }],
  ])('takes a body without changes that names the ticket %s', async (_name, body) => {
    const { status, body: answer } = await notify(known, native(body));
    expect(status).toBe(202);
    expect(await api.services.jobs.find(String(answer['job_id']))).toMatchObject({
      type: 'dnc_sync',
      actor: { id: 'psa' },
      input: { notifications: [{ ticketId: 9, changes: {}, isUntold: true }] },
    });
  });

  it('takes several in an array, beside those that tell their changes', async () => {
    const mixed = [{ ticket: { id: 9 } }, { ticket_id: 8, changes: {} }];
    const { body } = await notify(known, native(mixed));
    expect(await api.services.jobs.find(String(body['job_id']))).toMatchObject({
      input: { isList: true, notifications: [{ ticketId: 9, isUntold: true }, { ticketId: 8 }] },
    });
  });

  it.each([[{ event: 'Ticket Updated' }], [{ ticket: {} }], [{ ticket_id: 9 }]])(
    'refuses %j, which names no ticket or no change',
    async (body) => {
      expect((await notify(known, native(body))).status).toBe(400);
    },
  );

  it('refuses another secret, beside a good signature too, and a wrong signature beside the good secret', async () => {
    const other = { Authorization: 'Bearer another-secret-of-a-webhook' };
    const signed = { 'X-Webhook-Signature': sign(raw) };
    expect((await notify(other)).status).toBe(401);
    expect((await notify({ ...other, ...signed })).status).toBe(401);
    expect((await notify({ ...known, 'X-Webhook-Signature': sign('{}') })).status).toBe(401);
    expect((await notify({ ...known, ...signed })).status).toBe(202);
  });

  it('takes an API key as before, alone and beside a good signature', async () => {
    const key = { Authorization: `Bearer ${api.keys.operator}` };
    expect((await notify(key)).status).toBe(202);
    expect((await notify({ ...key, 'X-Webhook-Signature': sign(raw) })).status).toBe(202);
  });
});
