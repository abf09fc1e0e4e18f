import { acceptedJob, onePage, type ResponseExamples } from './common.js';

const webhook = {
  id: 'wh_0mwr14lt8f974884374724e56',
  url: 'https://hooks.example.com/leadbridge',
  format: 'standard',
  events: ['lead.created', 'sync.completed'],
  active: true,
  created_at: '2026-01-31T09:18:46.124Z',
  updated_at: '2026-01-31T09:18:46.124Z',
  switched_off: null,
  failing_since: null,
  previous_secret_expires_at: null,
};

const delivery = {
  id: 'dlv_0mwr14nbkac83656c69b6379a',
  webhook_id: 'wh_0mwr14lt8f974884374724e56',
  event_id: 'evt_0mwr14nbkc4694190cd1b6bfb',
  event: 'sync.completed',
  status: 'pending',
  created_at: '2026-01-31T09:18:48.127Z',
  finished_at: null,
  next_attempt_at: '2026-01-31T09:18:53.414Z',
  attempt_count: 1,
  error: 'The target responded with 503',
  request: {
    headers: {
      'Content-Type': 'application/json',
      'X-Webhook-Id': 'evt_0mwr14nbkc4694190cd1b6bfb',
      'X-Webhook-Timestamp': '1769851128',
      'X-Webhook-Event': 'sync.completed',
      'X-Webhook-Signature': '[masked]',
      'webhook-id': 'evt_0mwr14nbkc4694190cd1b6bfb',
      'webhook-timestamp': '1769851128',
      'webhook-signature': '[masked]',
    },
    body: '{"id":"evt_0mwr14nbkc4694190cd1b6bfb","type":"sync.completed","timestamp":"2026-01-31T09:18:48.187Z","data":{"job_id":"job_0mwr14n1c7d2a90b1c3e4f506","status":"completed","source":"provider_a","total_processed":54,"successful":54,"failed":0,"occurred_at":"2026-01-31T09:18:48.120Z"}}',
  },
  attempts: [
    {
      at: '2026-01-31T09:18:48.187Z',
      status_code: 503,
      duration_ms: 10,
      error: 'The target responded with 503',
      response: 'busy',
      response_headers: { 'content-type': 'text/plain', 'set-cookie': '[masked]' },
    },
  ],
};

const secret = 'whsec_RXhhbXBsZUV4YW1wbGVFeGFtcGxlRXhhbXBsZQ==';

export const webhooksExamples: ResponseExamples = {
  postWebhooks: { 201: { ...webhook, secret } },
  getWebhooks: { 200: { webhooks: [webhook] } },
  getWebhooksByWebhookId: { 200: webhook },
  patchWebhooksByWebhookId: { 200: { ...webhook, events: ['*'] } },
  postWebhooksByWebhookIdRotateSecret: {
    200: { ...webhook, secret, previous_secret_expires_at: '2026-02-01T09:18:46.312Z' },
  },
  postWebhooksByWebhookIdTest: {
    202: {
      id: 'dlv_0mwr14lzm1600d30f73550e6e',
      webhook_id: 'wh_0mwr14lt8f974884374724e56',
      event_id: 'evt_0mwr14lzm2c19a17673181fc4',
      event: 'webhook.test',
      status: 'pending',
      created_at: '2026-01-31T09:18:46.354Z',
      finished_at: null,
      next_attempt_at: '2026-01-31T09:18:46.354Z',
      attempt_count: 0,
      error: null,
      request: null,
      attempts: [],
    },
  },
  getWebhooksByWebhookIdStatistics: {
    200: { webhook_id: 'wh_0mwr14lt8f974884374724e56', attempts: 212, success_rate: 0.995, p95_ms: 84 },
  },
  getWebhooksByWebhookIdDeliveries: { 200: { deliveries: [delivery], pagination: onePage } },
  getWebhooksByWebhookIdDeliveriesByDeliveryId: { 200: delivery },
  postWebhooksByWebhookIdDeliveriesByDeliveryIdRedeliver: { 202: delivery },
  postWebhooksByWebhookIdReplay: {
    200: { webhook_id: 'wh_0mwr14lt8f974884374724e56', dry_run: true, count: 0 },
    202: { webhook_id: 'wh_0mwr14lt8f974884374724e56', dry_run: false, count: 34 },
  },
  postWebhooksTest: { 200: { success: true, verified: true } },
  postWebhooksDncSync: {
    200: {
      success: true,
      ticket_id: 10010,
      suppression_result: {
        provider: 'provider_a',
        status: 'suppressed',
        email: 'alex@example.com',
        reason: 'Do Not Contact (CF_105) was set in the PSA',
        timestamp: '2026-01-31T09:18:50.024Z',
      },
    },
    202: acceptedJob,
    500: {
      success: false,
      error: 'Ticket 987654 could not be read: The ticket 987654 does not exist in the PSA',
    },
  },
};
