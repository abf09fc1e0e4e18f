import { describe, expect, it } from '@jest/globals';
import { eventTypes, testEvent } from '@leadbridge/contracts';

import { eventNames, eventsInWords, webhookFields } from './webhook-fields.js';

describe('the events that a webhook is offered', () => {
  it('are all that can be subscribed to', () => {
    const offered = webhookFields.find(({ name }) => name === 'events')?.values?.map(({ value }) => value);
    expect(offered).toEqual([...eventTypes.filter((type) => type !== testEvent), '*']);
    expect([...eventNames, testEvent]).toEqual(eventTypes);
  });

  it('are shown in words where they are all', () => {
    expect(eventsInWords(['*'])).toBe('All events');
    expect(eventsInWords(['lead.created', 'lead.updated'])).toBe('lead.created, lead.updated');
  });
});
