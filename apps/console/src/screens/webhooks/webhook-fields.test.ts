import { describe, expect, it } from '@jest/globals';
import { eventTypes, testEvent } from '@leadbridge/contracts';

import { webhookFields } from './webhook-fields.js';

describe('the events that a webhook is offered', () => {
  it('are all that can be subscribed to', () => {
    const offered = webhookFields.find(({ name }) => name === 'events')?.values?.map(({ value }) => value);
    expect(offered).toEqual([...eventTypes.filter((type) => type !== testEvent), '*']);
  });
});
