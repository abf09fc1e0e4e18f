import { describe, expect, it } from '@jest/globals';

import { pause } from './pause.js';

describe('a pause', () => {
  it('ends by itself', async () => {
    await expect(pause(0)).resolves.toBeUndefined();
    await expect(pause(0, new AbortController().signal)).resolves.toBeUndefined();
  });

  it('does not begin where its signal was aborted before', async () => {
    const reason = new Error('stopped');
    await expect(pause(600_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('ends at once with the reason of its signal', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped');
    const paused = pause(600_000, controller.signal);
    controller.abort(reason);
    await expect(paused).rejects.toBe(reason);
  });

  it('is over for good once it has ended', async () => {
    const controller = new AbortController();
    const paused = pause(0, controller.signal);
    await paused;
    controller.abort();
    await expect(paused).resolves.toBeUndefined();
  });
});
