import { createHmac } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { useTestApi } from '../../testing/test-api.js';

const inbound = 'the inbound secret of the tests';
const seconds = (offset = 0): string => String(Math.floor(Date.now() / 1000) + offset);
const sign = (body: string, secret = inbound): string =>
  createHmac('sha256', secret).update(body).digest('hex');

const api = useTestApi({ environment: { WEBHOOK_INBOUND_SECRET: inbound } });

function check(raw: string, headers: Record<string, string>, query = '') {
  return api.call('POST', `/webhooks/test${query}`, { raw, headers, key: null });
}

describe('POST /webhooks/test', () => {
  it('confirms a signature over the raw body, without any other credential', async () => {
    const raw = '{ "a":1,\n "größe": 1.0 }';
    const response = await check(raw, { 'X-Webhook-Signature': sign(raw), 'X-Webhook-Timestamp': seconds() });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, verified: true });
  });

  it('confirms one without a timestamp, and beside a credential', async () => {
    const call = { raw: '[]', headers: { 'X-Webhook-Signature': sign('[]') } };
    expect((await api.call('POST', '/webhooks/test', { ...call, key: api.keys.viewer })).status).toBe(200);
  });

  it.each([
    ['is missing', {}],
    ['is too short', { 'X-Webhook-Signature': sign('{}').slice(2) }],
    ['is not hex', { 'X-Webhook-Signature': 'x'.repeat(64) }],
    ['is of another body', { 'X-Webhook-Signature': sign('{"a":1}') }],
    ['is by another secret', { 'X-Webhook-Signature': sign('{}', 'somebody else, who is not known') }],
    ['has a timestamp that is none', { 'X-Webhook-Signature': sign('{}'), 'X-Webhook-Timestamp': 'now' }],
  ])('refuses a signature that %s', async (_, headers) => {
    const response = await check('{}', headers);
    expect(response.status).toBe(401);
    expect(response.body.error).toMatchObject({ code: 'AUTHENTICATION_ERROR' });
  });

  it.each([-302, 360])('refuses a good signature %i seconds away', async (offset) => {
    const headers = { 'X-Webhook-Signature': sign('{}'), 'X-Webhook-Timestamp': seconds(offset) };
    expect((await check('{}', headers)).status).toBe(401);
  });

  it('refuses a wrong signature though the credential be good', async () => {
    const response = await api.call('POST', '/webhooks/test', {
      raw: '{}',
      headers: { 'X-Webhook-Signature': sign('{"a":1}') },
    });
    expect(response.status).toBe(401);
  });

  it('looks at the signature before anything else is made of the body', async () => {
    const broken = '{"a":';
    expect((await check(broken, { 'X-Webhook-Signature': sign('{}') })).status).toBe(401);
    expect((await check(broken, { 'X-Webhook-Signature': sign(broken) })).status).toBe(400);
  });

  it('counts a timestamp inside the body too', async () => {
    const body = (at: number): string => JSON.stringify({ timestamp: new Date(at).toISOString() });
    const fresh = body(Date.now());
    const old = body(Date.now() - 302_000);
    expect((await check(fresh, { 'X-Webhook-Signature': sign(fresh) })).status).toBe(200);
    const headers = { 'X-Webhook-Signature': sign(old), 'X-Webhook-Timestamp': seconds() };
    expect((await check(old, headers)).status).toBe(401);
  });

  it("checks with a webhook's secret where one is named, the one before a rotation too", async () => {
    const secret = 'the secret of one webhook';
    const registered = await api.call('POST', '/webhooks', {
      body: { url: 'https://hooks.example.com/', events: ['*'], secret },
    });
    const query = `?webhook_id=${String(registered.body['id'])}`;
    const headers = { 'X-Webhook-Signature': sign('{}', secret) };
    expect((await check('{}', headers, query)).status).toBe(200);
    expect((await check('{}', { 'X-Webhook-Signature': sign('{}') }, query)).status).toBe(401);
    expect((await check('{}', headers)).status).toBe(401);

    await api.call('POST', `/webhooks/${String(registered.body['id'])}/rotate-secret`);
    expect((await check('{}', headers, query)).status).toBe(200);
    await api.call('POST', `/webhooks/${String(registered.body['id'])}/rotate-secret`, {
      body: { revoke_previous: true },
    });
    expect((await check('{}', headers, query)).status).toBe(401);
  });

  it('responds with 404 for a webhook that does not exist', async () => {
    const headers = { 'X-Webhook-Signature': sign('{}') };
    expect((await check('{}', headers, '?webhook_id=wh_none')).status).toBe(404);
    expect((await check('{}', headers, '?id=wh_none')).status).toBe(400);
  });
});
