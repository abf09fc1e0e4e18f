import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { currentRequestContext, withRequestContext } from './request-context.js';

describe('the context of a request or job', () => {
  it('is empty outside of any', () => {
    expect(currentRequestContext()).toEqual({});
  });

  it('holds through awaited work, and ends with it', async () => {
    await withRequestContext({ requestId: 'req_1' }, async () => {
      await nextTurn();
      expect(currentRequestContext()).toEqual({ requestId: 'req_1' });
    });
    expect(currentRequestContext()).toEqual({});
  });

  it('is added to the context around it, and replaces what both name', () => {
    withRequestContext({ requestId: 'req_1', jobId: 'job_1' }, () => {
      withRequestContext({ jobId: 'job_2' }, () => {
        expect(currentRequestContext()).toEqual({ requestId: 'req_1', jobId: 'job_2' });
      });
      expect(currentRequestContext()).toEqual({ requestId: 'req_1', jobId: 'job_1' });
    });
  });

  it('is not shared by work that runs at the same time', async () => {
    const seen = await Promise.all(
      ['req_1', 'req_2'].map(async (requestId) =>
        withRequestContext({ requestId }, async () => {
          await nextTurn();
          return currentRequestContext().requestId;
        }),
      ),
    );
    expect(seen).toEqual(['req_1', 'req_2']);
  });

  it('returns what the work returns, and throws what it throws', () => {
    expect(withRequestContext({}, () => 7)).toBe(7);
    const fail = (): never => {
      throw new Error('failed');
    };
    expect(() => withRequestContext({}, fail)).toThrow('failed');
  });
});
