import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@leadbridge/platform';

import type { EventDispatchStore, NewDelivery } from '../ports/webhooks.js';
import { dispatchEvents, expandEvents } from './dispatch-events.js';

const events = (count: number, type = 'lead.created') =>
  Array.from({ length: count }, (_, index) => ({ eventId: `evt_${type}_${index}`, type }));

describe('handing events on', () => {
  it('makes a delivery for each pair of an event and a webhook that wants it', () => {
    const happened = [...events(1, 'lead.created'), ...events(1, 'opportunity.won')];
    const webhooks = [
      { webhookId: 'wh_all', events: ['*'] },
      { webhookId: 'wh_leads', events: ['lead.created', 'lead.updated'] },
      { webhookId: 'wh_none', events: ['sync.completed'] },
    ];
    expect(
      expandEvents(happened, webhooks).map(({ webhookId, eventType }) => `${webhookId} ${eventType}`),
    ).toEqual(['wh_all lead.created', 'wh_leads lead.created', 'wh_all opportunity.won']);
  });

  function run(
    happened: { eventId: string; type: string }[],
    webhookCount: number,
    dispatch?: () => boolean,
  ) {
    const stored: NewDelivery[][] = [];
    const woken: (readonly string[])[] = [];
    let left = Array.from({ length: Math.ceil(happened.length / 50) }, (_, index) => ({
      groupId: `out_${index}`,
      events: happened.slice(index * 50, (index + 1) * 50),
    }));
    const store: Partial<EventDispatchStore> = {
      waiting: (limit) => Promise.resolve(left.slice(0, limit / 50)),
      subscriptions: () =>
        Promise.resolve(
          Array.from({ length: webhookCount }, (_, index) => ({ webhookId: `wh_${index}`, events: ['*'] })),
        ),
      dispatch: (ids, deliveries) => {
        const done = dispatch?.() ?? true;
        if (done) {
          left = left.filter(({ groupId }) => !ids.includes(groupId));
          stored.push([...deliveries]);
        }
        return Promise.resolve(done);
      },
    };
    const lanes = {
      wake: (ids: readonly string[]) => {
        woken.push(ids);
        return Promise.resolve();
      },
    };
    const result = dispatchEvents({ events: store as EventDispatchStore, lanes, clock: systemClock });
    return { result, stored, woken };
  }

  it('takes all events, in batches that a transaction can bear', async () => {
    const { result, stored, woken } = run(events(1_200), 20);
    expect(await result).toBe(1_200);
    expect(stored.map((batch) => batch.length)).toEqual([5_000, 5_000, 5_000, 5_000, 4_000]);
    expect(woken[0]).toHaveLength(20);
  });

  it('tells a webhook that registers before an event, though the looking has begun', async () => {
    const stored: NewDelivery[] = [];
    const registered: string[] = [];
    const happened: { groupId: string; events: ReturnType<typeof events> }[] = [];
    // Both fall between the two readings, in this order.
    const between = (): void => {
      if (registered.length === 0) {
        registered.push('wh_new');
        happened.push({ groupId: 'out_1', events: events(1) });
      }
    };
    const store: Partial<EventDispatchStore> = {
      waiting: () => {
        const found = [...happened];
        between();
        return Promise.resolve(found);
      },
      subscriptions: () => {
        const found = registered.map((webhookId) => ({ webhookId, events: ['*'] }));
        between();
        return Promise.resolve(found);
      },
      dispatch: (_ids, deliveries) => {
        stored.push(...deliveries);
        happened.length = 0;
        return Promise.resolve(true);
      },
    };
    const lanes = { wake: () => Promise.resolve() };
    const dependencies = { events: store as EventDispatchStore, lanes, clock: systemClock };
    await dispatchEvents(dependencies);
    await dispatchEvents(dependencies);
    expect(stored).toMatchObject([{ webhookId: 'wh_new' }]);
  });

  it('marks events that nobody wants, and wakes nobody', async () => {
    const { result, stored, woken } = run(events(3), 0);
    expect(await result).toBe(3);
    expect(stored.flat()).toEqual([]);
    expect(woken.flat()).toEqual([]);
  });

  it('leaves off where another worker is at it', async () => {
    const { result, woken } = run(events(3), 1, () => false);
    expect(await result).toBe(0);
    expect(woken).toEqual([]);
  });
});
