import { describe, expect, it } from '@jest/globals';

import { createDroppedFields } from './dropped-fields.js';

const field = (id: number, value: string | boolean = 'x') => ({ id, value });

describe('the fields that a PSA stores', () => {
  it('are read back once', () => {
    const fields = createDroppedFields(() => 0);
    expect(fields.unproven([field(102), field(105, false), field(106, '')])).toEqual([field(102)]);
    expect(fields.observe([field(102)], { 102: 'as the PSA words it' })).toEqual([]);
    expect([fields.unproven([field(102)]), fields.isDropped(102)]).toEqual([[], false]);
  });

  it('never prevent an opt-out from being written', () => {
    const fields = createDroppedFields(() => 0);
    expect(fields.observe([field(105, true)], {})).toEqual([105]);
    expect(fields.isDropped(105)).toBe(false);
  });

  it('are not written again for a while if they were dropped, and then read back again', () => {
    let now = 0;
    const fields = createDroppedFields(() => now);
    expect(fields.observe([field(102), field(106)], { 102: null })).toEqual([102, 106]);
    expect([fields.isDropped(106), fields.unproven([field(106)])]).toEqual([true, []]);
    now = 600_000;
    expect([fields.isDropped(106), fields.unproven([field(106)])]).toEqual([false, [field(106)]]);
  });
});
