import { describe, expect, it } from '@jest/globals';

import { checksBy } from './checks.js';
import type { CheckSummary } from './protocol.js';

const found: CheckSummary = { faults: [], faultyRows: 0, warnings: [] };

/** A worker that responds when the test says so, and the checks it was asked for. */
function heldWorker() {
  const asked: {
    source: string | null;
    respond: (found: CheckSummary) => void;
    fail: (error: Error) => void;
  }[] = [];
  const heard: string[] = [];
  const check = checksBy(
    async ({ source }) =>
      new Promise((respond, fail) => {
        asked.push({ source, respond, fail });
      }),
  );
  const want = (source: string) =>
    check({
      ask: { mapping: [], source },
      onCheck: () => heard.push(source),
      onProblem: () => heard.push(`${source} failed`),
    });
  const settle = async (at: number, error?: Error): Promise<void> => {
    if (error === undefined) {
      asked[at]?.respond(found);
    } else {
      asked[at]?.fail(error);
    }
    await new Promise(setImmediate);
  };
  return { want, heard, settle, sources: () => asked.map(({ source }) => source) };
}

describe('the checks of a file', () => {
  it('run one at a time, and of those that wait only the newest', async () => {
    const { want, heard, settle, sources } = heldWorker();
    ['a', 'b', 'c', 'd'].forEach(want);
    expect(sources()).toEqual(['a']);

    await settle(0);
    expect(sources()).toEqual(['a', 'd']);
    expect(heard).toEqual([]);

    await settle(1);
    expect(sources()).toEqual(['a', 'd']);
    expect(heard).toEqual(['d']);
  });

  it('do not tell the error of a check that another has replaced', async () => {
    const { want, heard, settle } = heldWorker();
    want('a');
    want('b');
    await settle(0, new Error('too late'));
    expect(heard).toEqual([]);
    await settle(1, new Error('now'));
    expect(heard).toEqual(['b failed']);
  });

  it('forget the one that was given up, and run the next as usual', async () => {
    const { want, heard, settle, sources } = heldWorker();
    want('a')();
    want('b')();
    await settle(0);
    expect(sources()).toEqual(['a']);
    want('c');
    await settle(1);
    expect(heard).toEqual(['c']);
  });
});
