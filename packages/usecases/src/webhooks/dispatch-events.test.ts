import { describe, expect, it } from '@jest/globals';
import { silentLogger, systemClock } from '@leadbridge/platform';

import type { EventDispatchStore, NewDelivery } from '../ports/event-dispatch.js';
import { dispatchEvents, expandEvents } from './dispatch-events.js';

const eventsOf = (count: number, type = 'lead.created') =>
  Array.from({ length: count }, (_, index) => ({ eventId: `evt_${type}_${index}`, type }));

describe('event dispatch', () => {
  it('creates a delivery for each event and subscribed webhook', () => {
    const happened = [...eventsOf(1, 'lead.created'), ...eventsOf(1, 'opportunity.won')];
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
    let left = happened;
    const store: Partial<EventDispatchStore> = {
      waiting: (limit) => Promise.resolve(left.slice(0, limit)),
      subscriptions: () =>
        Promise.resolve(
          Array.from({ length: webhookCount }, (_, index) => ({ webhookId: `wh_${index}`, events: ['*'] })),
        ),
      dispatch: (ids, deliveries) => {
        const done = dispatch?.() ?? true;
        if (done) {
          left = left.filter(({ eventId }) => !ids.includes(eventId));
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
    const result = dispatchEvents({
      events: store as EventDispatchStore,
      lanes,
      clock: systemClock,
      logger: silentLogger,
    });
    return { result, stored, woken };
  }

  it('processes all events, in batches that fit into a transaction', async () => {
    const { result, stored, woken } = run(eventsOf(1_200), 20);
    expect(await result).toBe(1_200);
    expect(stored.map((batch) => batch.length)).toEqual([5_000, 5_000, 5_000, 5_000, 4_000]);
    expect(woken[0]).toHaveLength(20);
  });

  it('includes a webhook that was registered before an event, even after the query has begun', async () => {
    const stored: NewDelivery[] = [];
    const registered: string[] = [];
    const happened: ReturnType<typeof eventsOf> = [];
    // Both happen between the two reads, in this order.
    const between = (): void => {
      if (registered.length === 0) {
        registered.push('wh_new');
        happened.push(...eventsOf(1));
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
    const events = store as EventDispatchStore;
    const dependencies = { events, lanes, clock: systemClock, logger: silentLogger };
    await dispatchEvents(dependencies);
    await dispatchEvents(dependencies);
    expect(stored).toMatchObject([{ webhookId: 'wh_new' }]);
  });

  it('marks events without subscribers, and wakes no webhook', async () => {
    const { result, stored, woken } = run(eventsOf(3), 0);
    expect(await result).toBe(3);
    expect(stored.flat()).toEqual([]);
    expect(woken.flat()).toEqual([]);
  });

  it('stops if another worker was first', async () => {
    const { result, woken } = run(eventsOf(3), 1, () => false);
    expect(await result).toBe(0);
    expect(woken).toEqual([]);
  });

  /** `fails` decides which events cannot be dispatched. */
  function outbox(eventIds: readonly string[], fails: (ids: readonly string[]) => boolean) {
    const left = new Set(eventIds);
    const stored: string[] = [];
    const asideOrder: string[] = [];
    let progress = 0;
    const store: Partial<EventDispatchStore> = {
      waiting: () => Promise.resolve([...left].map((eventId) => ({ eventId, type: 'x' }))),
      subscriptions: () => Promise.resolve([{ webhookId: 'wh_1', events: ['*'] }]),
      dispatch: (ids) => {
        if (fails(ids)) {
          return Promise.reject(new Error('It cannot be stored'));
        }
        stored.push(...ids);
        ids.forEach((id) => left.delete(id));
        return Promise.resolve(true);
      },
      setAside: (eventId) => {
        asideOrder.push(eventId);
        left.delete(eventId);
        return Promise.resolve();
      },
    };
    const run = (more: Partial<EventDispatchStore> = {}) =>
      dispatchEvents({
        events: { ...store, ...more } as EventDispatchStore,
        lanes: { wake: () => Promise.resolve() },
        clock: systemClock,
        logger: silentLogger,
        progressed: () => {
          progress += 1;
          return Promise.resolve();
        },
      });
    return { run, stored, asideOrder, progress: () => progress };
  }

  it('sets aside an event that fails, and dispatches the others', async () => {
    const { run, stored, asideOrder, progress } = outbox(['a', 'bad', 'b', 'c'], (ids) =>
      ids.includes('bad'),
    );
    expect(await run()).toBe(3);
    expect(stored).toEqual(['a', 'b', 'c']);
    expect(asideOrder).toEqual(['bad']);
    expect(progress()).toBe(2);
  });

  it('makes no progress if everything fails, and fails itself if that cannot be recorded', async () => {
    const { run, asideOrder } = outbox(['a', 'b'], () => true);
    const away = new Error('The database is away');
    await expect(run({ setAside: () => Promise.reject(away) })).rejects.toBe(away);
    expect(asideOrder).toEqual([]);
    expect(await run()).toBe(0);
    expect(asideOrder).toEqual(['a', 'b']);
  });
});
