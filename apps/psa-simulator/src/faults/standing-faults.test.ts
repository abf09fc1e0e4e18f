import { describe, expect, it } from '@jest/globals';

import { seededRandom } from './seeded-random.js';
import { StandingFaults } from './standing-faults.js';

const forms = [
  { kind: 'drop', when: 'after' },
  { kind: 'html_502', when: 'after' },
] as const;

function struck(probability: number, seed: number, count: number): (string | undefined)[] {
  const faults = new StandingFaults({ probability, forms }, seededRandom(seed));
  return Array.from({ length: count }, () => {
    return faults.strike({ method: 'GET', path: '/api/Tickets', query: '' })?.kind;
  });
}

describe('StandingFaults', () => {
  it('strikes its share of the calls, in each of its forms, and the same ones with the same seed', () => {
    const kinds = struck(0.05, 3, 4_000);
    const share = kinds.filter((kind) => kind !== undefined).length / kinds.length;
    expect(share).toBeGreaterThan(0.04);
    expect(share).toBeLessThan(0.06);
    expect(new Set(kinds)).toEqual(new Set([undefined, 'drop', 'html_502']));
    expect(struck(0.05, 3, 4_000)).toEqual(kinds);
    expect(struck(0.05, 4, 4_000)).not.toEqual(kinds);
  });

  it('responds to a call that it has struck twice in a row', () => {
    const faults = new StandingFaults({ probability: 1, forms }, seededRandom(1));
    const ticket = { method: 'GET', path: '/api/Tickets/1', query: '' };
    const isStruck = (call = ticket): boolean => faults.strike(call) !== undefined;
    expect([isStruck(), isStruck(), isStruck(), isStruck()]).toEqual([true, true, false, true]);
    expect(isStruck({ ...ticket, query: 'include_custom_fields=all' })).toBe(true);
  });
});
