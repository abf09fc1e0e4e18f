import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { PsaRefusedError, PsaUnavailableError, PsaUncertainError } from '../ports/psa-errors.js';
import type { TicketChanges } from '../ports/psa.js';
import { mirroredStatus, postAction, postMoveNote, writeTicket, writtenId } from './mirror.js';
import { createLifecycleWorld, statusIdOf } from './testing/lifecycle-world.js';

const note = { ticketId: 300, text: 'Moved\nReference: job_a1', reference: 'job_a1' };
const move = { ticketId: 300, note: note.text, leadId: 12, jobId: 'job_a1' };

describe('a state in the PSA', () => {
  it('is its status of this name', async () => {
    const { work } = createLifecycleWorld();
    expect(await mirroredStatus(work(), 'qualified', { leadId: 12 })).toEqual({
      changes: { status_id: statusIdOf('qualified') },
      errorLogEntries: [],
    });
  });

  it('that it has no status for changes nothing there, and operators learn of it', async () => {
    const { work } = createLifecycleWorld({ lacks: ['qualified'] });
    expect(await mirroredStatus(work(), 'qualified', { leadId: 12, jobId: 'job_a1' })).toMatchObject({
      changes: {},
      errorLogEntries: [
        { level: 'warning', errorCode: 'STATUS_NOT_IN_PSA', source: 'psa', leadId: 12, jobId: 'job_a1' },
      ],
    });
  });
});

describe('fields of a ticket', () => {
  const changes: TicketChanges = {
    ...{ status_id: 10, tickettype_id: 2 },
    customfields: [{ id: 201, value: 'Told' }],
  };

  it('are set, once more where the answer gets lost', async () => {
    const { work, psa, ticket } = createLifecycleWorld();
    psa.faults.plan('updateTicket', 'answer_lost');
    await writeTicket(work().session, 300, changes, false);
    expect(ticket()).toMatchObject({ statusId: 10, tickettypeId: 2, customFields: { 201: 'Told' } });
    // Nobody has written them before: there is nothing to look at first.
    expect(psa.calls).toEqual(['updateTicket', 'updateTicket']);
  });

  it('that are none cost nothing', async () => {
    const { work, psa } = createLifecycleWorld();
    await writeTicket(work().session, 300, {}, true);
    expect(psa.calls).toEqual([]);
  });

  it.each(['refused', 'away', 'no_budget'] as const)(
    'are not tried again where the PSA says %s',
    async (fault) => {
      const { work, psa } = createLifecycleWorld();
      psa.faults.plan('updateTicket', fault);
      await expect(writeTicket(work().session, 300, changes, false)).rejects.toThrow();
      expect(psa.writes).toEqual(['updateTicket']);
    },
  );

  it('that an earlier run may have set are set again where any of them does not stand, and else left alone', async () => {
    const value = fc.constantFrom('as wanted', 'otherwise');
    await fc.assert(
      fc.asyncProperty(value, value, value, async (status, type, field) => {
        const { work, psa, ticket } = createLifecycleWorld();
        psa.addTicket({
          ...{ id: 300, lastUpdatedBy: 'Sam', statusId: status === 'as wanted' ? 10 : 3 },
          tickettypeId: type === 'as wanted' ? 2 : 1,
          customFields: field === 'as wanted' ? { 201: 'Told' } : {},
        });
        await writeTicket(work().session, 300, changes, true);
        const stood = [status, type, field].every((each) => each === 'as wanted');
        expect(psa.writes).toEqual(stood ? [] : ['updateTicket']);
        expect(ticket()).toMatchObject({ statusId: 10, tickettypeId: 2, customFields: { 201: 'Told' } });
      }),
      { numRuns: 16 },
    );
  });

  it('of a ticket that is gone are asked for all the same: the PSA says why not', async () => {
    const { work, psa } = createLifecycleWorld();
    psa.tickets.clear();
    psa.faults.plan('updateTicket', 'refused');
    await expect(writeTicket(work().session, 300, changes, true)).rejects.toThrow(PsaRefusedError);
  });
});

describe('an Action', () => {
  it.each(['ok', 'answer_lost', 'request_lost'] as const)(
    'stands once where the first try ends with %s',
    async (fault) => {
      const { work, psa } = createLifecycleWorld();
      psa.faults.plan('createActions', fault);
      const id = await postAction(work().session, note, false);
      expect([psa.notesOf(300), [...psa.actions.keys()]]).toEqual([[note.text], [id]]);
    },
  );

  it('of an earlier run is found again by its reference, and another is not it', async () => {
    const { work, psa } = createLifecycleWorld();
    const id = await postAction(work().session, note, false);
    expect(await postAction(work().session, note, true)).toBe(id);
    await postAction(work().session, { ...note, text: 'Reference: job_a2', reference: 'job_a2' }, true);
    expect(psa.notesOf(300)).toHaveLength(2);
  });

  it('is not looked for where nobody has written it before', async () => {
    const { work, psa } = createLifecycleWorld();
    await postAction(work().session, note, false);
    expect(psa.calls).toEqual(['createActions']);
  });
});

describe('the note of a move', () => {
  it('that the PSA refuses holds up nothing, and operators learn of it', async () => {
    const { work, psa } = createLifecycleWorld();
    psa.faults.plan('createActions', 'refused');
    expect(await postMoveNote(work().session, move, false)).toMatchObject([
      { level: 'warning', errorCode: 'NOTE_REFUSED', source: 'psa', leadId: 12, jobId: 'job_a1' },
    ]);
    expect(await postMoveNote(work().session, move, false)).toEqual([]);
  });

  it('is no note that was refused where the service itself is', async () => {
    const { work } = createLifecycleWorld();
    const { session } = work();
    const refusing = {
      ...session,
      createActions: async () => Promise.reject(new PsaRefusedError('The token is refused', 401)),
    };
    await expect(postMoveNote(refusing, move, false)).rejects.toThrow('The token is refused');
  });

  it.each([
    ['away', PsaUnavailableError],
    ['request_lost', PsaUncertainError],
  ] as const)('is tried again with its job where the PSA is %s', async (fault, thrown) => {
    const { work, psa } = createLifecycleWorld();
    psa.faults.plan('createActions', fault, fault, fault);
    await expect(postMoveNote(work().session, move, false)).rejects.toThrow(thrown);
  });
});

describe('the id of what was written', () => {
  it('is told, or why there is none', () => {
    expect(writtenId({ ok: true, id: 7 })).toBe(7);
    expect(() => writtenId({ ok: false, uncertain: true, message: 'lost' })).toThrow(PsaUncertainError);
    expect(() => writtenId(undefined)).toThrow(PsaUncertainError);
    expect(() => writtenId({ ok: false, uncertain: false, message: 'no' })).toThrow(PsaRefusedError);
  });
});
