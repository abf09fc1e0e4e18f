import { describe, expect, it } from '@jest/globals';

import { inboundSecret, notify, optOutBody, signatureOf } from '../../testing/psa-notification.js';
import { useTestApi } from '../../testing/test-api.js';

const hourlyLimit = 3;
const api = useTestApi({
  environment: {
    WEBHOOK_INBOUND_SECRET: inboundSecret,
    RATE_LIMIT_PER_HOUR: String(hourlyLimit),
    RATE_LIMIT_BURST: '0',
  },
});

describe('POST /webhooks/dnc-sync at the edge', () => {
  it('becomes a job of the kind that overtakes, with the PSA as its actor', async () => {
    const { status, body, headers } = await notify(api, { 'X-Webhook-Signature': signatureOf(optOutBody) });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/api/v1/jobs/${String(body['job_id'])}`);
    const job = await api.services.jobs.find(String(body['job_id']));
    expect(job).toMatchObject({
      type: 'dnc_sync',
      actor: { id: 'psa', name: 'PSA' },
      input: { isList: false, notifications: [{ ticketId: 7 }] },
    });
    const other = JSON.stringify([{ ticket_id: '8', changes: { status_id: { new_value: 2 } } }]);
    const change = await notify(api, { 'X-Webhook-Signature': signatureOf(other) }, other);
    expect(await api.services.jobs.find(String(change.body['job_id']))).toMatchObject({
      type: 'ticket_change',
      input: { isList: true, notifications: [{ ticketId: 8 }] },
    });
  });

  it('is refused to a credential without data.sync', async () => {
    const { status } = await notify(api, { Authorization: `Bearer ${api.keys.viewer}` });
    expect(status).toBe(403);
  });

  it('refuses a rightly signed notification by no limit, and counts all others', async () => {
    for (let call = 0; call < hourlyLimit + 2; call += 1) {
      const { status, headers } = await notify(api, { 'X-Webhook-Signature': signatureOf(optOutBody) });
      expect(status).toBe(202);
      expect(headers.get('x-ratelimit-limit')).not.toBeNull();
    }
    const refused: number[] = [];
    for (let call = 0; call < hourlyLimit + 2; call += 1) {
      refused.push((await notify(api, { 'X-Webhook-Signature': signatureOf(`${optOutBody} `) })).status);
    }
    expect(refused[0]).toBe(401);
    expect(refused.at(-1)).toBe(429);
    expect((await notify(api, { 'X-Webhook-Signature': signatureOf(optOutBody) })).status).toBe(202);
  });
});
