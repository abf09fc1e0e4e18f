import { describe, expect, it } from '@jest/globals';

import { shownPart } from '../testing/shown.js';
import { eventDispatchPart } from './event-dispatch-part.js';

describe('the metrics of the event dispatch', () => {
  it.each([
    ['works', false, 0],
    ['is stalled', true, 1],
  ])('show that it %s', async (_, isStalled, stalled) => {
    const samples = await shownPart(eventDispatchPart, {
      dispatchMonitor: { read: () => Promise.resolve({ oldestWaitingSeconds: 12.5, isStalled }) },
    }).read();
    expect(samples).toEqual({
      event_dispatch_oldest_waiting_seconds: 12.5,
      event_dispatch_stalled: stalled,
    });
  });

  it('recover when events are dispatched again', async () => {
    const states = [
      { oldestWaitingSeconds: 75, isStalled: true },
      { oldestWaitingSeconds: 0, isStalled: false },
    ];
    const shown = shownPart(eventDispatchPart, {
      dispatchMonitor: {
        read: () => Promise.resolve(states.shift() ?? { oldestWaitingSeconds: 0, isStalled: false }),
      },
    });
    expect(await shown.read()).toMatchObject({ event_dispatch_stalled: 1 });
    expect(await shown.read()).toEqual({
      event_dispatch_oldest_waiting_seconds: 0,
      event_dispatch_stalled: 0,
    });
  });
});
