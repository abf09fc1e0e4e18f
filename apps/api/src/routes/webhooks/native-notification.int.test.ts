import { describe, expect, it } from '@jest/globals';

import { inboundSecret, notify, optOutBody, signatureOf } from '../../testing/psa-notification.js';
import { useTestApi } from '../../testing/test-api.js';

const webhookSecret = 'the-secret-of-the-webhook';
const api = useTestApi({
  environment: { WEBHOOK_INBOUND_SECRET: inboundSecret, PSA_NOTIFICATION_AUTH: `bearer:${webhookSecret}` },
});

describe('POST /webhooks/dnc-sync, from a PSA that cannot sign', () => {
  const known = { Authorization: `Bearer ${webhookSecret}` };
  const native = (body: unknown): string => JSON.stringify(body);

  it.each([
    ['in the ticket', { event: 'Ticket Updated', ticket: { id: 9, summary: 'x' } }],
    ['as the object', { object_id: '9', timestamp: new Date().toISOString() }],
    ['beside an event', { event: 'Ticket Updated', ticket_id: 9 }],
    ['in the object itself', { id: 9, summary: 'x', customfields: [] }],
    ['and nothing else', { ticket_id: '9' }],
    ['as the database calls it', { faultid: 9 }],
  ])('takes a body without changes that names the ticket %s', async (_name, body) => {
    const { status, body: response } = await notify(api, known, native(body));
    expect(status).toBe(202);
    expect(await api.services.jobs.find(String(response['job_id']))).toMatchObject({
      type: 'dnc_sync',
      actor: { id: 'psa' },
      input: { notifications: [{ ticketId: 9, changes: {}, isUntold: true }] },
    });
  });

  it('takes several in an array, beside those that tell their changes', async () => {
    const mixed = [{ ticket: { id: 9 } }, { ticket_id: 8, changes: {} }];
    const { body } = await notify(api, known, native(mixed));
    expect(await api.services.jobs.find(String(body['job_id']))).toMatchObject({
      input: { isList: true, notifications: [{ ticketId: 9, isUntold: true }, { ticketId: 8 }] },
    });
  });

  it.each([[{ event: 'Ticket Updated' }], [{ ticket: {} }]])(
    'refuses %j, which names no ticket',
    async (body) => {
      const { status, body: response } = await notify(api, known, native(body));
      expect(status).toBe(400);
      expect(JSON.stringify(response)).toContain('may name its ticket in ticket.id, object_id or id');
    },
  );

  it('says which scheme is expected where the request has another', async () => {
    const basic = `Basic ${Buffer.from(`psa:${webhookSecret}`).toString('base64')}`;
    const { status, body: response } = await notify(api, { Authorization: basic });
    expect(status).toBe(401);
    expect(JSON.stringify(response)).toContain('expects a Bearer token, and the request has Basic');
    expect(JSON.stringify(response)).not.toContain(webhookSecret);
  });

  it('refuses a ticket without its changes from anybody but the PSA', async () => {
    const key = { Authorization: `Bearer ${api.keys.operator}` };
    expect((await notify(api, key, native({ ticket_id: 9 }))).status).toBe(400);
  });

  it('refuses another secret, beside a good signature too, and a wrong signature beside the good secret', async () => {
    const other = { Authorization: 'Bearer another-secret-of-a-webhook' };
    const signed = { 'X-Webhook-Signature': signatureOf(optOutBody) };
    expect((await notify(api, other)).status).toBe(401);
    expect((await notify(api, { ...other, ...signed })).status).toBe(401);
    expect((await notify(api, { ...known, 'X-Webhook-Signature': signatureOf('{}') })).status).toBe(401);
    expect((await notify(api, { ...known, ...signed })).status).toBe(202);
  });

  it('takes an API key as before, alone and beside a good signature', async () => {
    const key = { Authorization: `Bearer ${api.keys.operator}` };
    expect((await notify(api, key)).status).toBe(202);
    expect((await notify(api, { ...key, 'X-Webhook-Signature': signatureOf(optOutBody) })).status).toBe(202);
  });
});
