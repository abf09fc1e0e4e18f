import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { StaleClaimError, type Claims } from '../ports/import-store.js';
import { RecordBusyError } from './record-busy-error.js';
import { withClaims } from './with-claims.js';

const claims: Claims = {
  fence: 7,
  held: new Set(['lead:1', 'lead:2']),
  busy: new Set(['lead:3']),
  inherited: new Set(['lead:2']),
  inheritedForMs: 0,
  holder: 'holder',
};
const keys = ['lead:1', 'lead:2', 'lead:3'];

/** Grants `claims`, and records what is released. */
function storeOf(renewals: readonly boolean[] = []) {
  const released: unknown[][] = [];
  let renewed = 0;
  return {
    released,
    claim: async () => Promise.resolve(claims),
    renewClaims: async () => Promise.resolve(renewals[renewed++] ?? true),
    releaseClaims: async (...given: unknown[]) => {
      released.push(given);
      return Promise.resolve();
    },
  };
}

describe('work under claims', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('receives the claims that succeeded, and releases them', async () => {
    const store = storeOf();
    const run = async ({ busy }: Claims) => Promise.resolve([...busy]);
    expect(await withClaims(store, { keys, run })).toEqual(['lead:3']);
    expect(store.released).toEqual([[claims, []]]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('does not run where a key is busy that it cannot do without, and releases the others', async () => {
    const store = storeOf();
    const run = jest.fn(async () => Promise.resolve());
    const work = withClaims(store, { keys, whenBusy: 'Another worker has it', run });
    await expect(work).rejects.toThrow(new RecordBusyError('Another worker has it'));
    expect(run).not.toHaveBeenCalled();
    expect(store.released).toEqual([[claims, []]]);
  });

  it('releases them too if it fails, with the unsettled ones among them', async () => {
    const store = storeOf();
    const unsettled: string[] = [];
    const run = async () => {
      unsettled.push('lead:2', 'lead:3');
      return Promise.reject(new Error('The PSA is away'));
    };
    const work = withClaims(store, { keys, run, unsettled: () => unsettled });
    await expect(work).rejects.toThrow('The PSA is away');
    expect(store.released).toEqual([[claims, ['lead:2']]]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([true, false])(
    'releases them only once nothing of it is under way; success: %s',
    async (succeeds) => {
      const store = storeOf();
      let end: () => void = () => undefined;
      const left = new Promise<void>((resolve) => {
        end = resolve;
      });
      const run = async () => (succeeds ? Promise.resolve(1) : Promise.reject(new Error('The PSA is away')));
      const work = withClaims(store, { keys, run, underWay: async () => left }).catch(() => null);
      await jest.advanceTimersByTimeAsync(0);
      expect(store.released).toEqual([]);
      end();
      expect(await work).toBe(succeeds ? 1 : null);
      expect(store.released).toHaveLength(1);
    },
  );

  it('runs its follow-up while they are released after success, whatever the result of the follow-up', async () => {
    const store = storeOf();
    const run = async () => Promise.resolve('done');
    const whileReleased = async (result: string) => Promise.reject(new Error(`Told of ${result}`));
    await expect(withClaims(store, { keys, run, whileReleased })).rejects.toThrow('Told of done');
    expect(store.released).toEqual([[claims, []]]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('detects claims that were lost while it ran', async () => {
    const store = storeOf([true, false]);
    const work = withClaims(store, {
      keys,
      run: async (_claims, assertHeld) => {
        await jest.advanceTimersByTimeAsync(2_000);
        await assertHeld();
        await jest.advanceTimersByTimeAsync(2_000);
        await assertHeld();
      },
    });
    await expect(work).rejects.toThrow(StaleClaimError);
    expect(store.released).toHaveLength(1);
  });
});
