import { describe, expect, it } from '@jest/globals';

import { fakeService } from '../testing/fake-service.js';
import { listDeliveries, listWebhooks, redeliver, showDelivery } from './deliveries.js';

const list = '/webhooks/{webhook_id}/deliveries';
const one = `${list}/{delivery_id}`;
const attempt = {
  ...{ at: '2026-01-31T09:00:01.000Z', status_code: 503, duration_ms: 12, error: 'HTTP 503' },
  ...{ response: 'No. 1', response_headers: { 'set-cookie': '[masked]' } },
};
const delivery = {
  ...{ id: 'dlv_1', webhook_id: 'wh_1', event_id: 'evt_1', event: 'lead.created', status: 'pending' },
  ...{ created_at: '2026-01-31T09:00:00.000Z', finished_at: null, attempt_count: 1, error: 'HTTP 503' },
  next_attempt_at: '2026-01-31T09:05:00.000Z',
  request: { headers: { 'content-type': 'application/json' }, body: '{"type":"lead.created"}' },
  attempts: [attempt],
};
const params = { path: { webhook_id: 'wh_1', delivery_id: 'dlv_1' } };

describe('leadbridge webhooks list', () => {
  it('shows the ids, with what each receives and whether it does', async () => {
    const webhook = { id: 'wh_1', active: true, switched_off: null, failing_since: null, events: ['*'] };
    const off = { reason: 'gone', at: '2026-01-31T09:00:00.000Z' };
    const { context, results } = fakeService({
      'GET /webhooks': {
        webhooks: [
          { ...webhook, url: 'https://hooks.example.com/a' },
          { ...webhook, id: 'wh_2', active: false, url: 'https://hooks.example.com/b' },
          { ...webhook, id: 'wh_3', active: false, switched_off: off, url: 'https://hooks.example.com/c' },
        ],
      },
    });
    expect(await listWebhooks(context)).toBe(true);
    expect(results).toEqual([
      'wh_1\ton\t-\t*\thttps://hooks.example.com/a',
      'wh_2\toff\t-\t*\thttps://hooks.example.com/b',
      'wh_3\toff: gone\t-\t*\thttps://hooks.example.com/c',
    ]);
  });
});

describe('leadbridge webhooks deliveries', () => {
  it('shows each delivery on a line, with its last response', async () => {
    const lost = { ...attempt, status_code: null, error: 'ECONNREFUSED', duration_ms: 2 };
    const { context, sent, results, notes } = fakeService({
      [`GET ${list}`]: {
        deliveries: [
          delivery,
          { ...delivery, id: 'dlv_2', status: 'failed', next_attempt_at: null, attempts: [attempt, lost] },
          { ...delivery, id: 'dlv_3', attempt_count: 0, error: null, attempts: [] },
        ],
        pagination: { total: 7 },
      },
    });
    expect(await listDeliveries(context, 'wh_1', { status: 'pending', limit: 3 })).toBe(true);
    expect(sent[0]?.options['params']).toEqual({
      path: { webhook_id: 'wh_1' },
      query: { status: 'pending', limit: 3 },
    });
    const cells = results.map((line) => line.split('\t'));
    expect(cells[0]?.slice(0, 5)).toEqual(['dlv_1', 'lead.created', 'pending', '1', '503 after 12 ms']);
    expect(cells[1]?.slice(4)).toEqual(['ECONNREFUSED after 2 ms', expect.stringMatching(/^2026/u), '-']);
    expect(cells[2]?.[4]).toBe('-');
    expect(notes.at(-1)).toBe('3 of 7; --limit shows more');
  });
});

describe('leadbridge webhooks delivery', () => {
  it('shows the request, and the response to each attempt', async () => {
    const { context, sent, results } = fakeService({ [`GET ${one}`]: delivery });
    expect(await showDelivery(context, 'wh_1', 'dlv_1', {})).toBe(true);
    expect(sent[0]?.options['params']).toEqual(params);
    expect(results[0]).toBe('dlv_1: lead.created (evt_1), pending: HTTP 503');
    expect(results[1]).toBe('\nRequest\n  content-type: application/json\n\n{"type":"lead.created"}');
    expect(results[2]).toMatch(
      /^\nResponse of 2026-.*: 503 after 12 ms\n {2}set-cookie: \[masked\]\n\nNo\. 1$/u,
    );
  });

  it('shows what is kept of one that was never sent', async () => {
    const waiting = { ...delivery, error: null, request: null, attempts: [] };
    const { context, results } = fakeService({ [`GET ${one}`]: waiting });
    await showDelivery(context, 'wh_1', 'dlv_1', {});
    expect(results).toEqual(['dlv_1: lead.created (evt_1), pending']);
  });

  it('prints it whole as JSON', async () => {
    const { context, results } = fakeService({ [`GET ${one}`]: delivery });
    await showDelivery(context, 'wh_1', 'dlv_1', { json: true });
    expect(results.map((line): unknown => JSON.parse(line))).toEqual([delivery]);
  });
});

describe('leadbridge webhooks redeliver', () => {
  it('asks for it, and names what shows the result', async () => {
    const { context, sent, results } = fakeService({ [`POST ${one}/redeliver`]: delivery });
    expect(await redeliver(context, 'wh_1', 'dlv_1')).toBe(true);
    expect(sent).toEqual([{ method: 'POST', path: `${one}/redeliver`, options: { params } }]);
    expect(results[0]).toContain('webhooks delivery wh_1 dlv_1');
  });
});
