import { describe, expect, it } from '@jest/globals';

import type { NewPsaAction, PsaAction, PsaSession, WriteResult } from '../ports/psa.js';
import { addNotes, findNote, type TicketNote } from './ticket-notes.js';

const noteOf = (ticketId: number, reference: string): TicketNote => ({
  ticketId,
  reference,
  text: `Lead data updated by import\n\nReference: ${reference}`,
});

interface Psa {
  /** The ids of tickets for whose first note the response is lost; the note is stored if `isStored`. */
  readonly lost?: readonly number[];
  readonly isStored?: boolean;
  readonly refused?: readonly number[];
}

function psaWith(actions: PsaAction[] = [], { lost = [], isStored = true, refused = [] }: Psa = {}) {
  const written: NewPsaAction[] = [];
  const toLose = new Set(lost);
  const write = (item: NewPsaAction): WriteResult => {
    written.push(item);
    const { ticket_id: ticketId, note } = item;
    if (refused.includes(ticketId)) {
      return { ok: false, uncertain: false, message: 'No such outcome' };
    }
    const isLost = toLose.delete(ticketId);
    const id = actions.length + 1;
    if (!isLost || isStored) {
      actions.push({ id, ticketId, note });
    }
    return isLost ? { ok: false, uncertain: true, message: 'No response' } : { ok: true, id };
  };
  const session: Partial<PsaSession> = {
    settleMilliseconds: 0,
    actionsOfTicket: async (ticketId: number) =>
      Promise.resolve(actions.filter((action) => action.ticketId === ticketId)),
    createActions: async (items: readonly NewPsaAction[]) => Promise.resolve(items.map(write)),
  };
  return { session: session as PsaSession, actions, written };
}

describe('the note with a reference', () => {
  const find = async (note: string, reference: string) =>
    await findNote(psaWith([{ id: 5, ticketId: 9, note }]).session, { ticketId: 9, reference });

  it.each([
    ['at its end', 'Updated\n\nReference: job_a#1'],
    ['in the middle of a line', 'Reference: job_a#1, by import'],
    ['in HTML', '<p>Reference: job_a#1</p>'],
    ['behind a longer one', 'See job_a#10. Reference: job_a#1'],
  ])('is found by it %s', async (_where, note) => {
    expect(await find(note, 'job_a#1')).toBe(5);
  });

  it.each([
    ['another job', 'Reference: job_b#1'],
    ['a row whose number begins the same', 'Reference: job_a#10'],
    ['nothing', ''],
  ])('is not the note of %s', async (_what, note) => {
    expect(await find(note, 'job_a#1')).toBeNull();
  });
});

describe('notes', () => {
  it('are added with an outcome, hidden from the contact, one result each', async () => {
    const { session, written } = psaWith();
    const results = await addNotes(session, [noteOf(9, 'job_a#1'), noteOf(10, 'job_a#2')]);
    expect(results).toEqual([
      { ok: true, id: 1 },
      { ok: true, id: 2 },
    ]);
    expect(written[0]).toEqual({
      ticket_id: 9,
      outcome: 'Internal Note',
      note: 'Lead data updated by import\n\nReference: job_a#1',
      hiddenfromuser: true,
    });
  });

  it.each([
    ['stored', true, 1],
    ['not stored', false, 2],
  ])('are in the PSA once if a response is lost and the note was %s', async (_what, isStored, writes) => {
    const { session, actions, written } = psaWith([], { lost: [9], isStored });
    const [result] = await addNotes(session, [noteOf(9, 'job_a#1')]);
    expect(result).toMatchObject({ ok: true });
    expect(actions).toHaveLength(1);
    expect(written).toHaveLength(writes);
  });

  it('are not confused with the note of another row of the job on the same ticket', async () => {
    const { session, actions } = psaWith([{ id: 90, ticketId: 9, note: noteOf(9, 'job_a#10').text }], {
      lost: [9],
      isStored: false,
    });
    await addNotes(session, [noteOf(9, 'job_a#1')]);
    expect(actions.map(({ note }) => note.endsWith('job_a#1'))).toEqual([false, true]);
  });

  it('are not repeated if the PSA refuses them', async () => {
    const { session, written } = psaWith([], { refused: [9] });
    const results = await addNotes(session, [noteOf(9, 'job_a#1'), noteOf(10, 'job_a#2')]);
    expect(results.map(({ ok }) => ok)).toEqual([false, true]);
    expect(written).toHaveLength(2);
  });
});
