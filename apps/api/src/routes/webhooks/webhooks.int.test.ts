import { describe, expect, it } from '@jest/globals';

import { useTestApi } from '../../testing/test-api.js';

const url = 'https://hooks.example.com/leads?token=hidden';
const events = ['lead.created', 'opportunity.won'];
const secret = 'a secret of mine, long enough';

const api = useTestApi();

async function register(
  body: Record<string, unknown> = {},
): Promise<Record<string, unknown> & { id: string }> {
  const whole = { url, events, allow_duplicate: true, ...body };
  const response = await api.call('POST', '/webhooks', { body: whole });
  expect(response.status).toBe(201);
  return response.body as Record<string, unknown> & { id: string };
}

const refusal = 'The target responded with 500';

/** What stands in MongoDB, as the worker would have written it. */
async function addEvent(
  webhookId: string,
  more: Record<string, unknown> = {},
  at = new Date(),
): Promise<string> {
  const id = `evt_${at.getTime().toString(36).padStart(9, '0')}${Math.random().toString(16).slice(2, 10)}`;
  await api.mongo.collection<{ _id: string }>('events').insertOne({
    ...{ _id: id, type: 'lead.created', data: { lead_id: 7 }, at, leadId: 7, dispatchedAt: at },
  });
  await api.mongo.collection<{ _id: string }>('webhook_deliveries').insertOne({
    _id: `dlv_${id.slice(4)}`,
    webhookId,
    eventId: id,
    eventType: 'lead.created',
    status: 'failed',
    nextAttemptAt: null,
    attemptCount: 1,
    roundAttempts: 1,
    error: refusal,
    attempts: [{ at, statusCode: 500, durationMilliseconds: 12, error: refusal, response: 'no' }],
    createdAt: at,
    finishedAt: at,
    ...more,
  } as never);
  return `dlv_${id.slice(4)}`;
}

describe('POST /webhooks', () => {
  it('registers, and shows a secret that it made this once', async () => {
    const response = await api.call('POST', '/webhooks', { body: { url, events } });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^wh_/),
      ...{ url, format: 'standard', events },
      active: true,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      switched_off: null,
      failing_since: null,
      previous_secret_expires_at: null,
    });
    expect(response.headers.get('location')).toBe(`/api/v1/webhooks/${String(response.body['id'])}`);
    const shown = await api.call('GET', `/webhooks/${String(response.body['id'])}`);
    expect(shown.text).not.toContain('secret"');
    expect(shown.text).not.toContain(String(response.body['secret']));
  });

  it('never shows a secret that was sent, and stores it encrypted', async () => {
    const response = await api.call('POST', '/webhooks', {
      body: { url, events: ['*'], secret, active: false, allow_duplicate: true },
    });
    expect(response.status).toBe(201);
    expect(response.text).not.toContain(secret);
    expect(response.body).toMatchObject({ active: false, events: ['*'] });
    const stored = await api.mongo.collection('webhooks').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it.each([
    ['an unknown event', { events: ['lead.deleted'] }, 'events.0'],
    ['no events', { events: [] }, 'events'],
    ['an event twice', { events: ['lead.created', 'lead.created'] }, 'events.1'],
    ['events that are no list', { events: 'lead.created' }, 'events'],
    ['a short secret', { secret: 'fifteen letters' }, 'secret'],
    ['a secret that is no text', { secret: 1234567890123456 }, 'secret'],
    ['a whsec_ secret that is no base64', { secret: 'whsec_this is not base64!' }, 'secret'],
    ['an unknown key', { name: 'mine' }, 'name'],
    ['an active that is no boolean', { active: 'true' }, 'active'],
    ['a private address', { url: 'https://10.0.0.1/' }, 'url'],
    ['this machine', { url: 'https://localhost/' }, 'url'],
    ['a metadata address', { url: 'https://169.254.169.254/' }, 'url'],
    ['a wrapped private address', { url: 'https://[::ffff:192.168.0.1]/' }, 'url'],
    ['plain http', { url: 'http://hooks.example.com/' }, 'url'],
    ['no URL', { url: 'hooks' }, 'url'],
    ['a very long URL', { url: `https://hooks.example.com/${'x'.repeat(2050)}` }, 'url'],
  ])('refuses %s', async (_, change, field) => {
    const response = await api.call('POST', '/webhooks', { body: { url, events, ...change } });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } });
    expect(response.text).not.toContain('fifteen letters');
  });

  it('registers once for one Idempotency-Key, and tells the secret again', async () => {
    const call = {
      body: { url, events, allow_duplicate: true },
      headers: { 'Idempotency-Key': 'register-once' },
    };
    const first = await api.call('POST', '/webhooks', call);
    const again = await api.call('POST', '/webhooks', call);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is for those who may sync', async () => {
    const call = { body: { url, events, allow_duplicate: true } };
    expect((await api.call('POST', '/webhooks', { ...call, key: null })).status).toBe(401);
    expect((await api.call('POST', '/webhooks', { ...call, key: api.keys.viewer })).status).toBe(403);
    expect((await api.call('POST', '/webhooks', { ...call, key: api.keys.operator })).status).toBe(201);
  });
});

describe('GET, PATCH and DELETE', () => {
  it('list all webhooks without their secrets', async () => {
    const { id } = await register({ secret });
    const response = await api.call('GET', '/webhooks', { key: api.keys.viewer });
    const { webhooks } = response.body as unknown as { webhooks: { id: string }[] };
    expect(webhooks.map((webhook) => webhook.id)).toContain(id);
    expect(webhooks.some((webhook) => 'secret' in webhook)).toBe(false);
    expect(response.text).not.toContain('sealed');
  });

  it('show addresses whole, and the responses of targets, only to those who may manage webhooks', async () => {
    const secretUrl = 'https://hooks.example.com:8443/token-1?key=token-2';
    const { id } = await register({ url: secretUrl });
    const deliveryId = await addEvent(id);
    const addresses = [`/webhooks/${id}`, '/webhooks', `/webhooks/${id}/deliveries`];
    for (const path of [...addresses, `/webhooks/${id}/deliveries/${deliveryId}`]) {
      const seen = await api.call('GET', path, { key: api.keys.viewer });
      expect([seen.status, seen.text.includes('token-'), seen.text.includes('"response":"no"')]).toEqual([
        200,
        false,
        false,
      ]);
      const whole = path.includes('deliveries') ? '"response":"no"' : secretUrl;
      for (const key of [api.keys.operator, api.keys.admin]) {
        expect((await api.call('GET', path, { key })).text).toContain(whole);
      }
    }
    const { body } = await api.call('GET', `/webhooks/${id}`, { key: api.keys.viewer });
    expect(body).toMatchObject({ id, url: 'https://hooks.example.com:8443' });
  });

  it('change what is named', async () => {
    const { id } = await register();
    const changed = await api.call('PATCH', `/webhooks/${id}`, { body: { events: ['*'], active: false } });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ id, url, events: ['*'], active: false });
    expect((await api.call('GET', `/webhooks/${id}`)).body).toEqual(changed.body);
  });

  it.each([
    {},
    { secret },
    { id: 'wh_1' },
    { url: 'https://127.0.0.1/' },
    { events: ['nothing'] },
    { active: null },
  ])('refuse the change %j', async (body) => {
    const { id } = await register();
    expect((await api.call('PATCH', `/webhooks/${id}`, { body })).status).toBe(400);
    expect((await api.call('GET', `/webhooks/${id}`)).body).toMatchObject({ url, events, active: true });
  });

  it('remove a webhook with its deliveries', async () => {
    const { id } = await register();
    await addEvent(id);
    const removed = await api.call('DELETE', `/webhooks/${id}`);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await api.call('GET', `/webhooks/${id}`)).status).toBe(404);
    expect((await api.call('DELETE', `/webhooks/${id}`)).status).toBe(404);
    expect(await api.mongo.collection('webhook_deliveries').countDocuments({ webhookId: id })).toBe(0);
  });

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['POST', '/rotate-secret'],
    ['POST', '/replay'],
    ['GET', '/deliveries'],
    ['GET', '/deliveries/dlv_1'],
    ['POST', '/deliveries/dlv_1/redeliver'],
  ])('%s responds with 404 for an unknown webhook (%s)', async (method, path) => {
    const bodies: Record<string, unknown> = {
      PATCH: { active: true },
      '/replay': { failed_since: '2026-01-01' },
    };
    const body = bodies[method] ?? bodies[path];
    const response = await api.call(method, `/webhooks/wh_none${path}`, body === undefined ? {} : { body });
    expect(response.status).toBe(404);
    expect(response.body.error).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('are written into the audit log, without secrets', async () => {
    const { id } = await register({ secret });
    await api.call('PATCH', `/webhooks/${id}`, { body: { active: false } });
    await api.call('POST', `/webhooks/${id}/rotate-secret`, { body: { secret: `${secret} again` } });
    await api.call('DELETE', `/webhooks/${id}`);
    const entries = await api.mongo
      .collection('audit_log')
      .find({ 'target.id': id })
      .sort({ at: 1 })
      .toArray();
    expect(entries.map(({ action }) => action as string)).toEqual([
      'webhook.created',
      'webhook.changed',
      'webhook.secret_replaced',
      'webhook.removed',
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/hidden|long enough/);
  });
});

describe('POST /webhooks/{id}/rotate-secret', () => {
  it('shows the new secret once, and says until when the old one signs too', async () => {
    const { id, secret: first } = await register();
    const rotated = await api.call('POST', `/webhooks/${id}/rotate-secret`);
    expect(rotated.status).toBe(200);
    expect(rotated.body['secret']).toMatch(/^whsec_/);
    expect(rotated.body['secret']).not.toBe(first);
    const until = Date.parse(String(rotated.body['previous_secret_expires_at'])) - Date.now();
    expect(until).toBeGreaterThan(23.9 * 3_600_000);
    expect(until).toBeLessThanOrEqual(24 * 3_600_000);
  });

  it('ends the old one at once where that is asked for', async () => {
    const { id } = await register();
    const body = { secret: 'another one of mine', revoke_previous: true };
    const rotated = await api.call('POST', `/webhooks/${id}/rotate-secret`, { body });
    expect(rotated.body).toMatchObject({ id, previous_secret_expires_at: null });
    expect(rotated.text).not.toContain(body.secret);
  });

  it('refuses a short secret', async () => {
    const { id } = await register();
    expect(
      (await api.call('POST', `/webhooks/${id}/rotate-secret`, { body: { secret: 'short' } })).status,
    ).toBe(400);
  });
});

describe('deliveries', () => {
  it('are listed newest first, filtered and paged', async () => {
    const { id } = await register();
    const older = await addEvent(id, {}, new Date('2026-01-31T09:00:00Z'));
    const newer = await addEvent(id, { status: 'succeeded', error: null }, new Date('2026-01-31T10:00:00Z'));
    const response = await api.call('GET', `/webhooks/${id}/deliveries?limit=1`, { key: api.keys.viewer });
    expect(response.body).toMatchObject({
      deliveries: [{ id: newer, webhook_id: id, event: 'lead.created', status: 'succeeded' }],
      pagination: { total: 2, page: 1, limit: 1 },
    });
    const failed = await api.call('GET', `/webhooks/${id}/deliveries?status=failed&event=lead.created`);
    expect(failed.body['deliveries']).toEqual([
      {
        id: older,
        webhook_id: id,
        event_id: older.replace('dlv_', 'evt_'),
        event: 'lead.created',
        status: 'failed',
        created_at: '2026-01-31T09:00:00.000Z',
        finished_at: '2026-01-31T09:00:00.000Z',
        next_attempt_at: null,
        attempt_count: 1,
        error: refusal,
        request: null,
        attempts: [
          {
            at: '2026-01-31T09:00:00.000Z',
            status_code: 500,
            duration_ms: 12,
            error: refusal,
            response: 'no',
            response_headers: null,
          },
        ],
      },
    ]);
    expect((await api.call('GET', `/webhooks/${id}/deliveries/${older}`)).body).toMatchObject({ id: older });
    expect((await api.call('GET', `/webhooks/${id}/deliveries/dlv_none`)).status).toBe(404);
  });

  it('can be sent again, but not to a webhook that is switched off, nor to another', async () => {
    const { id } = await register();
    const { id: other } = await register();
    const delivery = await addEvent(id);
    const path = `/webhooks/${id}/deliveries/${delivery}/redeliver`;
    const again = await api.call('POST', path);
    expect(again.status).toBe(202);
    expect(again.body).toMatchObject({
      id: delivery,
      status: 'pending',
      attempt_count: 1,
      finished_at: null,
    });
    expect(again.headers.get('location')).toBe(`/api/v1/webhooks/${id}/deliveries/${delivery}`);
    expect((await api.call('POST', `/webhooks/${other}/deliveries/${delivery}/redeliver`)).status).toBe(404);
    await api.call('PATCH', `/webhooks/${id}`, { body: { active: false } });
    expect((await api.call('POST', path)).status).toBe(409);
    expect((await api.call('POST', `/webhooks/${id}/deliveries/dlv_none/redeliver`)).status).toBe(404);
  });

  it('of a test are on their way at once, to a webhook that is switched off too', async () => {
    const { id } = await register({ active: false });
    const response = await api.call('POST', `/webhooks/${id}/test`);
    expect(response.status).toBe(202);
    expect(response.body).toMatchObject({
      webhook_id: id,
      event: 'webhook.test',
      status: 'pending',
      attempt_count: 0,
    });
    expect((await api.call('GET', `/webhooks/${id}/deliveries`)).body).toMatchObject({
      pagination: { total: 1 },
    });
  });
});

describe('POST /webhooks/{id}/replay', () => {
  it('counts first, and then sends', async () => {
    const { id } = await register();
    await addEvent(id, {}, new Date('2026-02-01T09:00:00Z'));
    await addEvent(id, { status: 'succeeded' }, new Date('2026-02-01T10:00:00Z'));
    await addEvent(id, {}, new Date('2026-02-02T10:00:00Z'));
    const body = { from: '2026-02-01', to: '2026-02-02T00:00:00+00:00' };

    const counted = await api.call('POST', `/webhooks/${id}/replay?dry_run=true`, { body });
    expect([counted.status, counted.body]).toEqual([200, { webhook_id: id, dry_run: true, count: 2 }]);
    const inBody = await api.call('POST', `/webhooks/${id}/replay`, { body: { ...body, dry_run: true } });
    expect(inBody.body).toEqual(counted.body);
    expect((await api.call('GET', `/webhooks/${id}/deliveries?status=pending`)).body).toMatchObject({
      pagination: { total: 0 },
    });

    const failed = await api.call('POST', `/webhooks/${id}/replay?dry_run=true`, {
      body: { failed_since: '2026-02-01T09:00:00Z' },
    });
    expect(failed.body).toMatchObject({ count: 2 });

    const sent = await api.call('POST', `/webhooks/${id}/replay`, {
      body: { failed_since: '2026-02-02T00:00:00Z' },
    });
    expect([sent.status, sent.body]).toEqual([202, { webhook_id: id, dry_run: false, count: 1 }]);
    expect((await api.call('GET', `/webhooks/${id}/deliveries?status=pending`)).body).toMatchObject({
      pagination: { total: 1 },
    });
  });

  it.each([
    {},
    { to: '2026-02-01' },
    { from: '2026-02-01', failed_since: '2026-02-01' },
    { from: '2026-02-30' },
    { from: '2026-02-02', to: '2026-02-01' },
    { from: 'yesterday' },
    { from: '2026-02-01T10:00:00' },
    { failed_since: 1_769_000_000 },
    { failed_since: '2026-02-01', limit: 5 },
  ])('refuses %j', async (body) => {
    const { id } = await register();
    const response = await api.call('POST', `/webhooks/${id}/replay`, { body });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('sends nothing to a webhook that is switched off, but counts for it', async () => {
    const { id } = await register({ active: false });
    const body = { failed_since: '2026-02-01' };
    expect((await api.call('POST', `/webhooks/${id}/replay`, { body })).status).toBe(409);
    expect((await api.call('POST', `/webhooks/${id}/replay?dry_run=true`, { body })).status).toBe(200);
  });
});
