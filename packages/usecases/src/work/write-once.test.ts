import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { PsaRefusedError, PsaUncertainError } from '../ports/psa-errors.js';
import type { WriteResult } from '../ports/psa.js';
import { repeatLostResponses, writeOnce } from './write-once.js';

type Fate = 'responded' | 'lost-after' | 'lost-before' | 'refused';

/** A PSA that applies or loses writes as planned, per item and attempt. */
class Ledger {
  readonly held = new Map<string, number>();
  creations = 0;

  constructor(private readonly fates: Map<string, Fate[]>) {}

  create(items: readonly string[]): Promise<readonly WriteResult[]> {
    return Promise.resolve(items.map((item) => this.#createOne(item)));
  }

  find(item: string): Promise<number | null> {
    return Promise.resolve(this.held.get(item) ?? null);
  }

  #createOne(item: string): WriteResult {
    const fate = this.fates.get(item)?.shift() ?? 'responded';
    if (fate === 'refused') {
      return { ok: false, uncertain: false, message: 'no' };
    }
    if (fate !== 'lost-before') {
      this.creations += 1;
      this.held.set(item, this.creations);
    }
    return fate === 'responded'
      ? { ok: true, id: this.creations }
      : { ok: false, uncertain: true, message: 'lost' };
  }
}

const session = { settleMilliseconds: 100 };

describe('writeOnce', () => {
  it('fails only when every lookup in progress has ended', async () => {
    const written: string[] = [];
    const work = writeOnce({
      session,
      items: ['fails', 'slow'],
      create: async (items) => {
        if (items.length > 1) {
          return items.map(() => ({ ok: false, uncertain: true, message: 'lost' }));
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
        written.push(...items);
        return [{ ok: true, id: 1 }];
      },
      find: async (item) => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        if (item === 'fails') {
          throw new Error('away');
        }
        return null;
      },
    });

    await expect(work).rejects.toThrow('away');
    expect(written).toEqual(['slow']);
  });

  it('creates each item exactly once, whatever happens to two of three responses', async () => {
    const fate = fc.constantFrom<Fate>('responded', 'lost-after', 'lost-before', 'refused');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fate, { maxLength: 2 }), { maxLength: 6 }), async (fates) => {
        const items = fates.map((_, index) => `item ${index}`);
        const ledger = new Ledger(new Map(items.map((item, index) => [item, [...(fates[index] ?? [])]])));

        const results = await writeOnce({
          session,
          items,
          create: async (group) => ledger.create(group),
          find: async (item) => ledger.find(item),
        });

        expect(ledger.creations).toBe(ledger.held.size);
        results.forEach((result, index) => {
          const held = ledger.held.get(items[index] ?? '');
          expect(result).toEqual(
            held === undefined
              ? expect.objectContaining({ ok: false, uncertain: false })
              : { ok: true, id: held },
          );
        });
      }),
      { numRuns: 15 },
    );
  });

  it('retries lost items one by one, so that one bad item does not fail the others', async () => {
    const groups: number[] = [];
    const results = await writeOnce({
      session,
      items: ['good', 'poison'],
      create: async (group) => {
        groups.push(group.length);
        return await Promise.resolve(
          group.map((item): WriteResult =>
            group.includes('poison')
              ? { ok: false, uncertain: true, message: '500' }
              : { ok: true, id: item.length },
          ),
        );
      },
      find: () => Promise.resolve(null),
    });

    expect(groups).toEqual([2, 1, 1, 1]);
    expect(results).toEqual([{ ok: true, id: 4 }, expect.objectContaining({ ok: false, uncertain: true })]);
  });
});

describe('repeatLostResponses', () => {
  it('retries a write of values while its response is lost, and gives up after three attempts', async () => {
    let tries = 0;
    const write = (losses: number) => async (): Promise<void> => {
      tries += 1;
      await Promise.resolve();
      if (tries <= losses) {
        throw new PsaUncertainError('lost');
      }
    };
    await repeatLostResponses(write(2));
    expect(tries).toBe(3);

    tries = 0;
    await expect(repeatLostResponses(write(3))).rejects.toBeInstanceOf(PsaUncertainError);
  });

  it('does not retry a refused write', async () => {
    let tries = 0;
    await expect(
      repeatLostResponses(() => {
        tries += 1;
        return Promise.reject(new PsaRefusedError('no', 400));
      }),
    ).rejects.toBeInstanceOf(PsaRefusedError);
    expect(tries).toBe(1);
  });
});
