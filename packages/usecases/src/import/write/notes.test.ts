import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ImportIntent } from '../../ports/import-store.js';
import type { MatchedRow, RowPlan } from '../import-row-state.js';
import { alex, leadTicket, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { postNotes } from './notes.js';

const begun: ImportIntent = { kind: 'create', at: '2026-01-31T08:59:30.000Z' };
const fate = fc.constantFrom('ok', 'response_lost', 'request_lost');

const noteOf = (index: number): string => `Lead updated. Reference: job_a1#${index}`;
const updateOf = (index: number): RowPlan => ({
  kind: 'update',
  customFields: {},
  contact: {},
  fieldsUpdated: [],
  fieldsPreserved: [],
  manualWorkDetected: false,
  note: noteOf(index),
  changes: {},
  kept: {},
});
const rowOf = (plan: RowPlan, given: RowGiven = {}): MatchedRow => {
  const ticket = leadTicket({ id: 300 + (given.index ?? 0) });
  return rowState(alex, { ...given, learnt: { plan, ticket, ticketId: ticket.id } });
};

function setUp() {
  const world = createImportWorld();
  return { ...world, context: stageContext(world) };
}

describe('the note of a row', () => {
  it.each<[string, RowPlan, readonly string[]]>([
    ['an update', updateOf(0), [noteOf(0)]],
    ['a ticket that was opened again', { kind: 'reopen', changes: {}, note: 'Again' }, ['Again']],
    ['a new lead', { kind: 'create' }, []],
    ['a lead that is left', { kind: 'leave', result: 'skipped', reason: '', kept: {} }, []],
  ])('is added to the ticket of %s, or not', async (_which, plan, notes) => {
    const { context, psa } = setUp();
    await postNotes([rowOf(plan)], context);
    expect(psa.notesOf(300)).toEqual(notes);
  });

  it('is not posted without a ticket', async () => {
    const { context, psa } = setUp();
    await postNotes([{ ...rowOf(updateOf(0)), ticketId: null }], context);
    expect(psa.calls).toEqual([]);
  });

  it('is posted once, even if responses are lost and its row is restarted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fate, { maxLength: 3 }),
        fc.array(fate, { maxLength: 3 }),
        async (one, two) => {
          const { context, psa } = setUp();
          psa.faults.plan('createActions', ...one, ...two);
          const row = rowOf(updateOf(0));
          await postNotes([row], context);
          for (let run = 0; row.fault !== null && run < 9; run += 1) {
            row.fault = null;
            await postNotes([{ ...row, row: { ...row.row, intent: begun } }], context);
          }
          expect(psa.notesOf(300)).toEqual([noteOf(0)]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is looked up only for rows that an earlier run began', async () => {
    const { context, psa } = setUp();
    await psa
      .session()
      .createActions([{ ticket_id: 300, outcome: 'Internal Note', note: noteOf(0), hiddenfromuser: true }]);
    psa.calls.length = 0;
    await postNotes([rowOf(updateOf(0), { intent: begun }), rowOf(updateOf(1), { index: 1 })], context);
    expect(psa.calls).toEqual(['actionsOfTicket', 'createActions']);
    expect([psa.notesOf(300), psa.notesOf(301)]).toEqual([[noteOf(0)], [noteOf(1)]]);
  });

  it('is not confused with that of another row of the same ticket', async () => {
    const { context, psa } = setUp();
    await psa
      .session()
      .createActions([{ ticket_id: 300, outcome: 'Internal Note', note: noteOf(7), hiddenfromuser: true }]);
    await postNotes([rowOf(updateOf(0), { intent: begun })], context);
    expect(psa.notesOf(300)).toEqual([noteOf(7), noteOf(0)]);
  });
});

describe('a note that is not posted', () => {
  it('because the PSA refuses it leaves its row a success that reports it, and does not affect the others', async () => {
    const { context, psa } = setUp();
    psa.faults.plan('createActions', 'refused');
    const rows = [rowOf(updateOf(0)), rowOf(updateOf(1), { index: 1 })];
    await postNotes(rows, context);
    expect(rows.map(({ noteRefusal, outcome, fault }) => [noteRefusal, outcome, fault])).toEqual([
      ['The PSA objects to it', null, null],
      [null, null, null],
    ]);
  });

  it('because responses kept getting lost keeps its row waiting', async () => {
    const { context, psa } = setUp();
    psa.faults.plan('createActions', 'request_lost', 'request_lost', 'request_lost');
    const row = rowOf(updateOf(0));
    await postNotes([row], context);
    expect([row.fault?.name, row.noteRefusal]).toEqual(['PsaUncertainError', null]);
  });
});
