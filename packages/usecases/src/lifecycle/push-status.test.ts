import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { PsaRefusedError, PsaUnavailableError, PsaUncertainError } from '../ports/psa-errors.js';
import type { TicketChanges } from '../ports/psa.js';
import { statusPush, postAction, postMoveNote, writeTicket, writtenId } from './push-status.js';
import { createLifecycleWorld, statusIdOf } from './testing/lifecycle-world.js';

const note = { ticketId: 300, text: 'Moved\nReference: job_a1', reference: 'job_a1' };
const move = { ticketId: 300, note: note.text, leadId: 12, jobId: 'job_a1' };

describe('a state in the PSA', () => {
  it('is the status of the same name', async () => {
    const { work } = createLifecycleWorld();
    expect(await statusPush(work(), 'qualified', { leadId: 12 })).toEqual({
      changes: { status_id: statusIdOf('qualified') },
      errorLogEntries: [],
    });
  });

  it('without such a status changes nothing there, and is reported to the operators', async () => {
    const { work } = createLifecycleWorld({ lacks: ['qualified'] });
    expect(await statusPush(work(), 'qualified', { leadId: 12, jobId: 'job_a1' })).toMatchObject({
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

  it('are set, and set again if the response is lost', async () => {
    const { work, psa, ticket } = createLifecycleWorld();
    psa.faults.plan('updateTicket', 'response_lost');
    await writeTicket(work().session, 300, changes, null);
    expect(ticket()).toMatchObject({ statusId: 10, tickettypeId: 2, customFields: { 201: 'Told' } });
    // No one has written them before, so nothing is looked up first.
    expect(psa.calls).toEqual(['updateTicket', 'updateTicket']);
  });

  it('that are empty take no request', async () => {
    const { work, psa } = createLifecycleWorld();
    await writeTicket(work().session, 300, {}, null);
    expect(psa.calls).toEqual([]);
  });

  it.each(['refused', 'away', 'no_budget'] as const)(
    'are not retried if the PSA responds with %s',
    async (fault) => {
      const { work, psa } = createLifecycleWorld();
      psa.faults.plan('updateTicket', fault);
      await expect(writeTicket(work().session, 300, changes, null)).rejects.toThrow();
      expect(psa.writes).toEqual(['updateTicket']);
    },
  );

  it('that an earlier run may have set are set again unless all of them match', async () => {
    const value = fc.constantFrom('as wanted', 'otherwise');
    await fc.assert(
      fc.asyncProperty(value, value, value, async (status, type, field) => {
        const { work, psa, ticket } = createLifecycleWorld();
        psa.addTicket({
          ...{ id: 300, lastUpdatedBy: 'Sam', statusId: status === 'as wanted' ? 10 : 3 },
          tickettypeId: type === 'as wanted' ? 2 : 1,
          customFields: field === 'as wanted' ? { 201: 'Told' } : {},
        });
        await writeTicket(work().session, 300, changes, ticket() ?? null);
        const stood = [status, type, field].every((each) => each === 'as wanted');
        expect(psa.writes).toEqual(stood ? [] : ['updateTicket']);
        expect(ticket()).toMatchObject({ statusId: 10, tickettypeId: 2, customFields: { 201: 'Told' } });
      }),
      { numRuns: 16 },
    );
  });

  it('of a ticket that no longer exists are still sent, so that the PSA reports why they fail', async () => {
    const { work, psa } = createLifecycleWorld();
    psa.tickets.clear();
    psa.faults.plan('updateTicket', 'refused');
    await expect(writeTicket(work().session, 300, changes, null)).rejects.toThrow(PsaRefusedError);
  });
});

describe('an Action', () => {
  it.each(['ok', 'response_lost', 'request_lost'] as const)(
    'is posted once if the first attempt ends with %s',
    async (fault) => {
      const { work, psa } = createLifecycleWorld();
      psa.faults.plan('createActions', fault);
      const id = await postAction(work().session, note, false);
      expect([psa.notesOf(300), [...psa.actions.keys()]]).toEqual([[note.text], [id]]);
    },
  );

  it('of an earlier run is found by its reference, and not confused with another', async () => {
    const { work, psa } = createLifecycleWorld();
    const id = await postAction(work().session, note, false);
    expect(await postAction(work().session, note, true)).toBe(id);
    await postAction(work().session, { ...note, text: 'Reference: job_a2', reference: 'job_a2' }, true);
    expect(psa.notesOf(300)).toHaveLength(2);
  });

  it('is not looked up if no one has written it before', async () => {
    const { work, psa } = createLifecycleWorld();
    await postAction(work().session, note, false);
    expect(psa.calls).toEqual(['createActions']);
  });
});

describe('the note of a transition', () => {
  it('that the PSA refuses does not block anything, and is reported to the operators', async () => {
    const { work, psa } = createLifecycleWorld();
    psa.faults.plan('createActions', 'refused');
    expect(await postMoveNote(work().session, move, false)).toMatchObject([
      { level: 'warning', errorCode: 'NOTE_REFUSED', source: 'psa', leadId: 12, jobId: 'job_a1' },
    ]);
    expect(await postMoveNote(work().session, move, false)).toEqual([]);
  });

  it('does not count as refused if the service itself is refused', async () => {
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
  ] as const)('is retried with its job if the PSA is %s', async (fault, thrown) => {
    const { work, psa } = createLifecycleWorld();
    psa.faults.plan('createActions', fault, fault, fault);
    await expect(postMoveNote(work().session, move, false)).rejects.toThrow(thrown);
  });
});

describe('the id of a written entity', () => {
  it('is returned, or the reason why there is none is thrown', () => {
    expect(writtenId({ ok: true, id: 7 })).toBe(7);
    expect(() => writtenId({ ok: false, uncertain: true, message: 'lost' })).toThrow(PsaUncertainError);
    expect(() => writtenId(undefined)).toThrow(PsaUncertainError);
    expect(() => writtenId({ ok: false, uncertain: false, message: 'no' })).toThrow(PsaRefusedError);
  });
});
