import { describe, expect, it } from '@jest/globals';
import type { DeliveryRecord, WebhookRecord } from '@leadbridge/usecases';

import type { Credential } from '../pipeline/authentication/index.js';
import { presentDeliveryTo, presentWebhook, presentWebhookTo, presentWithSecret } from './webhook-view.js';

const webhook: WebhookRecord = {
  webhookId: 'wh_1',
  url: 'https://user-name.example.com:8443/hook/token?key=secret-of-the-target#x',
  format: 'slack',
  events: ['*'],
  active: false,
  sealedSecret: 'sealed-secret',
  previousSecrets: [
    { sealed: 'sealed-before', until: '2026-01-02T00:00:00.000Z' },
    { sealed: 'sealed-long-before', until: '2026-01-01T12:00:00.000Z' },
  ],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T01:00:00.000Z',
  failingSince: null,
  switchedOff: { reason: 'gone', at: '2026-01-01T01:00:00.000Z' },
};
const delivery: DeliveryRecord = {
  deliveryId: 'dlv_1',
  webhookId: 'wh_1',
  eventId: 'evt_1',
  eventType: 'lead.created',
  status: 'failed',
  createdAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
  nextAttemptAt: null,
  attemptCount: 1,
  error: 'The target responded with 500',
  request: { headers: [['X-Webhook-Event', 'lead.created']], body: '{"lead_id":7}' },
  attempts: [
    {
      at: '2026-01-01T00:00:01.000Z',
      statusCode: 500,
      durationMilliseconds: 12,
      error: 'The target responded with 500',
      response: 'token of the target',
      responseHeaders: [['x-target', 'name of the target']],
    },
  ],
};
const withRole = (role: Credential['role']): Credential => ({
  id: 'key_1',
  name: 'x',
  role,
  kind: 'api_key',
});

describe('a webhook', () => {
  it('never shows a secret, sealed or not', () => {
    expect(JSON.stringify(presentWebhook(webhook))).not.toMatch(/sealed/);
  });

  it('shows when the latest previous secret stops signing', () => {
    expect(presentWebhook(webhook)).toMatchObject({
      switched_off: { reason: 'gone', at: '2026-01-01T01:00:00.000Z' },
      previous_secret_expires_at: '2026-01-02T00:00:00.000Z',
    });
    expect(presentWebhook({ ...webhook, previousSecrets: [], switchedOff: null })).toMatchObject({
      switched_off: null,
      previous_secret_expires_at: null,
    });
  });

  it('shows its whole URL only to those who may manage webhooks', () => {
    expect(presentWebhookTo(withRole('admin'), webhook).url).toBe(webhook.url);
    expect(presentWebhookTo(withRole('operator'), webhook).url).toBe(webhook.url);
    for (const credential of [withRole('viewer'), { ...withRole('admin'), restricted: true }, null]) {
      expect(presentWebhookTo(credential, webhook).url).toBe('https://user-name.example.com:8443');
    }
  });

  it('shows its secret only if the service has generated it', () => {
    expect(presentWithSecret({ webhook, generatedSecret: 'whsec_1' })).toMatchObject({ secret: 'whsec_1' });
    expect(presentWithSecret({ webhook, generatedSecret: null })).not.toHaveProperty('secret');
  });
});

describe('a delivery', () => {
  it('shows requests, and the responses of its target, only to those who may manage webhooks', () => {
    const shown = presentDeliveryTo(withRole('operator'), delivery);
    expect(shown.request).toEqual({
      headers: { 'X-Webhook-Event': 'lead.created' },
      body: '{"lead_id":7}',
    });
    expect(shown.attempts[0]).toEqual({
      at: '2026-01-01T00:00:01.000Z',
      status_code: 500,
      duration_ms: 12,
      error: 'The target responded with 500',
      response: 'token of the target',
      response_headers: { 'x-target': 'name of the target' },
    });
    for (const credential of [withRole('viewer'), null]) {
      const view = presentDeliveryTo(credential, delivery);
      expect(view.request).toBeNull();
      expect(view.attempts[0]).toMatchObject({ status_code: 500, response: null, response_headers: null });
    }
  });
});
