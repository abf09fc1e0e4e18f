import { describe, expect, it } from '@jest/globals';

import type { PsaCustomField } from '../../ports/psa.js';
import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import { createDryRunMemory } from '../dry-run/dry-run-memory.js';
import { leadTicket, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { readBackFirstWrites } from './read-back.js';

const aws: PsaCustomField = { id: 106, value: 'AWS' };
const cloud: PsaCustomField = { id: 102, value: 'Cloud' };

function setUp(options: MemoryPsaOptions = {}) {
  const world = createImportWorld(options);
  return {
    ...world,
    context: stageContext(world),
    /** Fields just written to tickets from 300 on, and the values that the PSA stored. */
    written: (fields: readonly PsaCustomField[], stands: readonly PsaCustomField[] = fields, index = 0) => {
      const id = 300 + index;
      const customFields = Object.fromEntries(stands.map((field) => [field.id, field.value]));
      world.psa.addTicket(leadTicket({ id, customFields }));
      return { row: rowState(undefined, { index, learnt: { ticketId: id } }), fields };
    },
  };
}

describe('fields that this process writes for the first time', () => {
  it('are read back, and not read again once they were seen to be stored', async () => {
    const { context, psa, written } = setUp();
    const first = written([aws]);
    await readBackFirstWrites([first], context);
    await readBackFirstWrites([written([aws], [aws], 1)], context);
    expect([psa.calls, first.row.droppedFields]).toEqual([['getTicket'], []]);
  });

  it('are reported if they were not stored, and not written again for a while', async () => {
    const { context, written, clock } = setUp();
    const first = written([aws, cloud], [cloud]);
    await readBackFirstWrites([first], context);
    expect(first.row.droppedFields).toEqual([106]);
    expect([context.caches.fields.isDropped(106), context.caches.fields.isDropped(102)]).toEqual([
      true,
      false,
    ]);
    clock.pass(600_000);
    expect(context.caches.fields.isDropped(106)).toBe(false);
  });

  it('are read back from at most three tickets per batch', async () => {
    const { context, psa, written } = setUp();
    const fields = [101, 102, 103, 104].map((id, index) => written([{ id, value: 'x' }], undefined, index));
    await readBackFirstWrites(fields, context);
    expect(psa.calls).toHaveLength(3);
  });

  it('do not count towards those three if they prove nothing', async () => {
    const { context, psa, written } = setUp();
    const known = [0, 1, 2, 3].map((index) => written([aws], undefined, index));
    await readBackFirstWrites([...known, written([cloud], undefined, 4)], context);
    expect(psa.calls).toHaveLength(2);
  });

  it.each<[string, MemoryPsaOptions, readonly PsaCustomField[]]>([
    ['none', {}, []],
    ['an empty text', {}, [{ id: 106, value: '' }]],
    ['an unticked box', {}, [{ id: 105, value: false }]],
    ['a text that the PSA has no place for', { keeps: { 106: 0 } }, [aws]],
  ])('are not read back if there is %s', async (_which, options, fields) => {
    const { context, psa, written } = setUp(options);
    await readBackFirstWrites([written(fields)], context);
    expect(psa.calls).toEqual([]);
  });

  it('are not read back without a ticket, nor in a dry run', async () => {
    const { context, psa, written } = setUp();
    const { row, fields } = written([aws]);
    await readBackFirstWrites([{ row: { ...row, ticketId: null }, fields }], context);
    await readBackFirstWrites([{ row, fields }], { ...context, dryRun: createDryRunMemory() });
    expect(psa.calls).toEqual([]);
  });
});

describe('a failed reading', () => {
  it.each<[string, ReturnType<typeof leadTicket> | null]>([
    ['a ticket that is gone', null],
    ['a ticket that shows no field at all', leadTicket({ customFields: {} })],
    [
      'a ticket whose fields are to be read otherwise',
      leadTicket({ customFields: { 102: 'x' }, lacksCustomFields: true }),
    ],
  ])('says of no field that it was dropped: %s', async (_which, ticket) => {
    const { context, written } = setUp();
    const first = written([aws]);
    const session = { ...context.session, getTicket: async () => Promise.resolve(ticket) };
    await readBackFirstWrites([first], { ...context, session });
    expect(first.row.droppedFields).toEqual([]);
    expect(context.caches.fields.unproven([aws])).toEqual([aws]);
  });

  it('does not fail the rows, whose tickets exist: nothing more is read in this batch', async () => {
    const { context, psa, written } = setUp();
    psa.faults.plan('getTicket', 'away');
    const rows = [written([aws]), written([cloud], undefined, 1)];
    await readBackFirstWrites(rows, context);
    expect(psa.calls).toEqual(['getTicket']);
    expect(rows.map(({ row }) => [row.fault, row.outcome, row.droppedFields])).toEqual([
      [null, null, []],
      [null, null, []],
    ]);
  });
});
