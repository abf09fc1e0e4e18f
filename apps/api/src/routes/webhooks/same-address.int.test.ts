import { describe, expect, it } from '@jest/globals';

import { useTestApi } from '../../testing/test-api.js';

const events = ['lead.created'];
const api = useTestApi();

describe('POST and PATCH /webhooks', () => {
  it('responds with 409 to an address that is registered already, unless it is to be there twice', async () => {
    const own = 'https://hooks.example.com/twice?token=hidden';
    const body = { url: own, events };
    expect((await api.call('POST', '/webhooks', { body })).status).toBe(201);
    const again = await api.call('POST', '/webhooks', { body });
    expect(again.status).toBe(409);
    expect(again.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'url', reason: 'WEBHOOK_ADDRESS_IN_USE' },
    });
    expect(again.text).not.toContain('hidden');
    const wanted = await api.call('POST', '/webhooks', { body: { ...body, allow_duplicate: true } });
    expect(wanted.status).toBe(201);
    const other = { url: 'https://hooks.example.com/other', events };
    const { id } = (await api.call('POST', '/webhooks', { body: other })).body;
    const moved = await api.call('PATCH', `/webhooks/${String(id)}`, { body: { url: own } });
    expect([moved.status, (await api.call('GET', `/webhooks/${String(id)}`)).body['url']]).toEqual([
      409,
      other.url,
    ]);
  });
});
