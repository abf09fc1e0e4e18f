import { describe, expect, it } from '@jest/globals';

import { FaultBoard } from './fault-board.js';
import type { FaultRule } from './fault-rule.js';
import { seededRandom } from './seeded-random.js';
import { StandingFaults } from './standing-faults.js';

const post = { method: 'POST', path: '/api/Tickets', query: '', isArray: false, onlyByPath: false };

function strikes(rule: FaultRule, requests = Array.from({ length: 6 }, () => post)): boolean[] {
  const board = new FaultBoard(seededRandom(7));
  board.set(rule);
  return requests.map((request) => board.strike(request).length > 0);
}

describe('FaultBoard', () => {
  it('strikes always without limits', () => {
    expect(strikes({ kind: 'error' })).toEqual([true, true, true, true, true, true]);
  });

  it('strikes so many times', () => {
    expect(strikes({ kind: 'error', times: 2 })).toEqual([true, true, false, false, false, false]);
  });

  it('strikes the nth matching request, once or as often as told', () => {
    expect(strikes({ kind: 'error', nth: 3 })).toEqual([false, false, true, false, false, false]);
    expect(strikes({ kind: 'error', nth: 3, times: 2 })).toEqual([false, false, true, true, false, false]);
  });

  it('counts only requests of its method and path', () => {
    const other = { ...post, method: 'GET' };
    const longer = { ...post, path: '/api/Tickets/5' };
    const rule = { kind: 'error', method: 'post', path: '/API/tickets', nth: 2 } as const;
    expect(strikes(rule, [post, other, longer, post])).toEqual([false, false, false, true]);
    expect(strikes({ kind: 'error', path: '/api/Tickets/*' }, [post, longer])).toEqual([false, true]);
    expect(strikes({ kind: 'error', path: '/api/T.ckets' }, [post])).toEqual([false]);
  });

  it('strikes arrays alone with the faults that are about arrays', () => {
    expect(strikes({ kind: 'bulk_short', nth: 1 }, [post, { ...post, isArray: true }])).toEqual([
      false,
      true,
    ]);
  });

  it('strikes by chance, and the same ones with the same seed', () => {
    const many = Array.from({ length: 1000 }, () => post);
    const first = strikes({ kind: 'error', probability: 0.25 }, many);
    expect(first.filter(Boolean).length).toBeGreaterThan(200);
    expect(first.filter(Boolean).length).toBeLessThan(300);
    expect(strikes({ kind: 'error', probability: 0.25 }, many)).toEqual(first);
  });

  it('tells how often each fault fitted and struck, and clears one or all', () => {
    const board = new FaultBoard(seededRandom(1));
    const first = board.set({ kind: 'error', times: 1 });
    board.set({ kind: 'drop', method: 'GET' });
    board.strike(post);
    board.strike(post);
    expect(board.list().map(({ matched, fired }) => [matched, fired])).toEqual([
      [2, 1],
      [0, 0],
    ]);
    expect(board.clear(first.id)).toBe(true);
    expect(board.clear(first.id)).toBe(false);
    expect(board.list().map(({ rule }) => rule.kind)).toEqual(['drop']);
    board.clear();
    expect(board.isEmpty).toBe(true);
  });

  it('keeps the failures of its kind, but for what another fault strikes and what is no request to the PSA', () => {
    const board = new FaultBoard(seededRandom(1));
    board.standing = new StandingFaults({ probability: 1, forms: [{ kind: 'drop' }] }, seededRandom(1));
    board.set({ kind: 'error', times: 1 });
    expect(board.strike(post)).toEqual([expect.objectContaining({ kind: 'error' })]);
    board.clear();
    expect(board.isEmpty).toBe(false);
    expect(board.list()).toEqual([]);
    expect(board.strike(post)).toEqual([{ kind: 'drop' }]);
    expect(board.strike({ ...post, onlyByPath: true })).toEqual([]);
  });
});
