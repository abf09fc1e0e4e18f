import { describe, expect, it } from '@jest/globals';

import { eventPayloadSchemas } from './event-payload.js';
import { eventTypes, subscribesTo } from './event-types.js';

describe('events', () => {
  it('have the identifiers of the specification, plus those that it leaves open', () => {
    expect(eventTypes).toEqual([
      'lead.created',
      'lead.updated',
      'lead.status_changed',
      'lead.do_not_contact',
      'lead.erased',
      'prospect.converted',
      'prospect.qualified',
      'opportunity.created',
      'opportunity.won',
      'opportunity.lost',
      'sync.completed',
      'reconciliation.completed',
      'alert.raised',
      'alert.resolved',
      'webhook.test',
    ]);
  });

  it.each([
    [['*'], 'lead.created', true],
    [['*'], 'an.event.of.a.later.version', true],
    [['lead.created', 'lead.updated'], 'lead.updated', true],
    [['lead.created'], 'lead.updated', false],
    [['lead.*'], 'lead.updated', false],
    [[], 'lead.updated', false],
  ])('are sent to a subscriber of %j: %s: %p', (subscribed, type, told) => {
    expect(subscribesTo(subscribed, type)).toBe(told);
  });

  it('have a payload each, which may be extended only in its data', () => {
    const payload = {
      id: 'evt_1',
      type: 'webhook.test',
      timestamp: '2026-01-31T09:00:00.000Z',
      data: { webhook_id: 'wh_1', occurred_at: '2026-01-31T09:00:00.000Z' },
    };
    const schema = eventPayloadSchemas['webhook.test'];
    expect(schema.validate(payload).error).toBeUndefined();
    expect(schema.validate({ ...payload, data: { ...payload.data, more: 1 } }).error).toBeUndefined();
    expect(schema.validate({ ...payload, more: 1 }).error).toBeDefined();
    expect(schema.validate({ ...payload, type: 'lead.created' }).error).toBeDefined();
    expect(schema.validate({ ...payload, data: { webhook_id: 'wh_1' } }).error).toBeDefined();
  });
});
