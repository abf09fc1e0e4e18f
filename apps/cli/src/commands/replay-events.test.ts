import { describe, expect, it } from '@jest/globals';

import { fakeService } from '../testing/fake-service.js';
import { replayEvents } from './replay-events.js';

const path = '/webhooks/{webhook_id}/replay';

describe('leadbridge event replay', () => {
  it.each([
    [{ from: 'a' }, { from: 'a' }],
    [
      { from: 'a', to: 'b' },
      { from: 'a', to: 'b' },
    ],
    [
      { failedSince: 'a', to: 'b', dryRun: true },
      { failed_since: 'a', to: 'b', dry_run: true },
    ],
  ])('sends %j', async (options, body) => {
    const { context, sent } = fakeService({ [`POST ${path}`]: { count: 2, dry_run: false } });
    expect(await replayEvents(context, 'wh_1', options)).toBe(true);
    expect(sent).toEqual([
      { method: 'POST', path, options: { params: { path: { webhook_id: 'wh_1' } }, body } },
    ]);
  });

  it.each([[{}], [{ to: 'b' }], [{ from: 'a', failedSince: 'b' }]])(
    'sends nothing for %j',
    async (options) => {
      const { context, sent } = fakeService({});
      await expect(replayEvents(context, 'wh_1', options)).rejects.toThrow('Give either --from');
      expect(sent).toEqual([]);
    },
  );

  it.each([
    [false, 3, '3 events are being sent to wh_1'],
    [true, 3, '3 events would be sent to wh_1'],
    [false, 1, '1 event is being sent to wh_1'],
  ])('reports how many events it concerns, dry run %s, %d', async (dryRun, count, line) => {
    const { context, results } = fakeService({ [`POST ${path}`]: { count, dry_run: dryRun } });
    await replayEvents(context, 'wh_1', { from: 'a', dryRun });
    expect(results).toEqual([line]);
  });
});
