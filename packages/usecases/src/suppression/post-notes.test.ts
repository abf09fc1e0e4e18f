import { describe, expect, it } from '@jest/globals';

import type { DueNote } from '../ports/suppression.js';
import { PsaUncertainError } from '../ports/psa-errors.js';
import { postNotes } from './post-notes.js';
import { createSuppressionWorld, workOn } from './testing/suppression-world.js';

const noteOf = (reference: string, attempted = false): DueNote => ({
  reference,
  attempted,
  text: `Do Not Contact\nReference: ${reference}`,
});

function begin(...notes: readonly (readonly DueNote[])[]) {
  const world = createSuppressionWorld();
  const works = notes.map((each) => {
    const { id: ticketId } = world.psa.addTicket();
    return workOn(world.add({ ticketId, notes: each }));
  });
  const left = () => works.map(({ entry }) => world.find(entry.suppressionId)?.notes);
  return { ...world, works, left, post: async () => postNotes(works, world.context()) };
}

describe('the notes of opt-outs', () => {
  it('share a request, each for its ticket, and are no longer due', async () => {
    const { psa, works, left, post } = begin([noteOf('a'), noteOf('b')], [noteOf('c')]);
    await post();
    expect(works.map(({ entry }) => psa.notesOf(entry.ticketId ?? 0))).toEqual([
      [noteOf('a').text, noteOf('b').text],
      [noteOf('c').text],
    ]);
    expect(psa.calls).toEqual(['createActions']);
    expect(left()).toEqual([[], []]);
  });

  it('are recorded as attempted before they are written, so that they are looked up after a crash', async () => {
    const { works, left, context } = begin([noteOf('a')]);
    const { session } = context();
    const crash = new Error('The process ended');
    const createActions = async () => Promise.reject(crash);
    await expect(postNotes(works, context({ session: { ...session, createActions } }))).rejects.toBe(crash);
    expect(left()).toEqual([[noteOf('a', true)]]);
  });

  it('that an earlier attempt has written are found, and not written again', async () => {
    const { psa, works, left, post } = begin([noteOf('a', true), noteOf('b', true)]);
    const ticketId = works[0]?.entry.ticketId ?? 0;
    psa.actions.set(1, { id: 1, ticketId, note: noteOf('a').text });
    await post();
    expect(psa.notesOf(ticketId)).toEqual([noteOf('a').text, noteOf('b').text]);
    expect(left()).toEqual([[]]);
  });

  it('take no lookup if no one can have written them', async () => {
    const { psa, post } = begin([noteOf('a')]);
    await post();
    expect(psa.calls).not.toContain('actionsOfTicket');
  });

  it('that the PSA refuses are given up with an entry in the error log; the others are posted', async () => {
    const { psa, works, left, errorLog, post } = begin([noteOf('a')], [noteOf('b')]);
    psa.faults.plan('createActions', 'refused');
    await post();
    expect(works.map(({ entry }) => psa.notesOf(entry.ticketId ?? 0))).toEqual([[], [noteOf('b').text]]);
    expect(left()).toEqual([[], []]);
    expect(errorLog).toMatchObject([{ level: 'warning', errorCode: 'NOTE_REFUSED' }]);
    expect(works.map(({ fault }) => fault)).toEqual([null, null]);
  });

  it('with lost responses stay due, and their entry has a fault', async () => {
    const { psa, works, left, post } = begin([noteOf('a')], [noteOf('b')]);
    psa.faults.plan('createActions', 'request_lost', 'ok', 'request_lost', 'request_lost');
    await post();
    expect(left()).toEqual([[noteOf('a', true)], []]);
    expect(works[0]?.fault).toBeInstanceOf(PsaUncertainError);
    expect(works[1]?.fault).toBeNull();
  });

  it('are skipped without a ticket, or without content', async () => {
    const world = createSuppressionWorld();
    const works = [world.add({ notes: [noteOf('a')] }), world.add({ ticketId: 300 })].map(workOn);
    await postNotes(works, world.context());
    expect(world.psa.calls).toEqual([]);
  });
});
