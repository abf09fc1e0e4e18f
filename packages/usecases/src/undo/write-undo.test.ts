import { describe, expect, it } from '@jest/globals';
import type { Restoration, TicketSnapshot } from '@leadbridge/domain';

import { PsaRefusedError, PsaUnavailableError, PsaUncertainError } from '../ports/psa-errors.js';
import type { UndoLead } from '../ports/undo-store.js';
import type { PsaFault } from '../testing/psa-faults.js';
import { createUndoWorld, invalidStatusId, type UndoWorldOptions } from './testing/undo-world.js';
import type { UndoPlan, UndoWork } from './undo-work.js';
import { writeUndo } from './write-undo.js';

const close: UndoPlan = { kind: 'close' };
const reference = (index: number) => `Reference: job_a1#${index}`;

function restore(changes: Partial<Restoration> = {}): UndoPlan {
  const restoration = {
    customFields: { 106: 'Before' },
    contact: {},
    fieldsRestored: ['CF_106'],
    fieldsKept: [],
  };
  return { kind: 'restore', restoration: { ...restoration, ...changes } };
}

/** Rows to be written, each with its plan. */
async function begin(plans: readonly UndoPlan[], options: UndoWorldOptions = {}) {
  const world = createUndoWorld(options);
  plans.forEach(({ kind }, index) => {
    (kind === 'close' ? world.putCreated : world.putUpdated)(index);
  });
  const run = await world.begin();
  const { jobId } = run.job;
  const rows = plans.map((plan, index): UndoWork => {
    const intent = { at: '2026-01-31T09:00:00.000Z', closedStatusId: invalidStatusId, mayHaveNote: false };
    world.undoIntents.set(`${jobId}#${index}`, intent);
    return world.work(index, { plan });
  });
  return {
    ...{ ...world, rows, run },
    write: async (given: readonly UndoWork[] = rows) => writeUndo(given, world.contextOf(run)),
  };
}

const fates = (rows: readonly UndoWork[]) =>
  rows.map(({ outcome, fault }) => outcome?.status ?? fault?.constructor.name ?? 'written');

describe('a ticket that the import created', () => {
  it('is closed if the PSA keeps it, taken off its lists, and gets a note, in this order', async () => {
    const { write, psa, listed } = await begin([close]);
    const list = psa.addList('CSV Leads');
    list.items.set(1, 300).set(2, 999).set(3, 300);
    listed.set(list.id, new Map([[300, null]]));
    expect(await write()).toEqual([]);
    expect(psa.tickets.get(300)?.statusId).toBe(invalidStatusId);
    expect(psa.ticketsOn('CSV Leads')).toEqual([999]);
    expect(psa.notesOf(300)).toEqual([expect.stringContaining(reference(0))]);
    expect(psa.writes).toEqual(['updateTicket', 'removeListItem', 'removeListItem', 'createActions']);
  });

  it('is deleted if the PSA permits it, and then neither closed nor given a note', async () => {
    const { write, psa, rows, listed } = await begin([close], { deletes: true });
    listed.set(psa.addList('CSV Leads').id, new Map([[300, null]]));
    await write();
    expect([psa.tickets.size, psa.writes, psa.calls]).toEqual([0, ['deleteTicket'], ['deleteTicket']]);
    expect(rows[0]).toMatchObject({ isDeleted: true, outcome: null, fault: null });
  });

  it('is deleted once its contact is off the lists, if these hold contacts', async () => {
    const { write, psa, listed } = await begin([close], { deletes: true, listsHoldContacts: true });
    const list = psa.addList('CSV Leads');
    list.items.set(1, 300).set(2, 999);
    listed.set(list.id, new Map([[300, null]]));
    await write();
    expect([psa.tickets.size, psa.ticketsOn('CSV Leads')]).toEqual([0, [999]]);
    expect(psa.writes).toEqual(['removeListItem', 'deleteTicket']);
  });

  it.each<[string, Partial<UndoLead>, TicketSnapshot['customFields']]>([
    ['the record', { doNotContact: true }, {}],
    ['the ticket', {}, { 105: true }],
  ])('is closed, and never deleted, if %s shows an opt-out', async (_which, lead, customFields) => {
    const { write, psa, putCreated, work } = await begin([close], { deletes: true });
    putCreated(0, lead, { customFields });
    await write([work(0, { plan: close })]);
    expect(psa.tickets.get(300)).toMatchObject({ statusId: invalidStatusId, customFields });
    expect(psa.notesOf(300)).toHaveLength(1);
  });

  it('keeps its status if the PSA has none for an undo, or if it already has it', async () => {
    for (const [options, statusId] of [
      [{ hasStatus: false }, 1],
      [{}, invalidStatusId],
    ] as const) {
      const { write, psa, rows, work } = await begin([close], options);
      psa.addTicket({ id: 300, statusId });
      await write(rows.map(({ index, plan }) => work(index, { plan })));
      expect(psa.tickets.get(300)?.statusId).toBe(statusId);
      expect(psa.writes).toEqual(['createActions']);
    }
  });

  it('that no longer exists takes no requests', async () => {
    const { write, psa, work } = await begin([close]);
    expect(await write([work(0, { plan: close, ticket: null })])).toEqual([]);
    expect(psa.calls).toEqual([]);
  });
});

describe('what the import changed', () => {
  it('is restored on the ticket and on its contact', async () => {
    const plan = restore({
      customFields: { 106: 'Before', 107: '' },
      contact: { phonenumber: '+15550199' },
      fieldsRestored: ['CF_106', 'CF_107', 'phonenumber'],
    });
    const { write, psa } = await begin([plan]);
    await write();
    expect(psa.tickets.get(300)).toMatchObject({ statusId: 1, customFields: { 106: 'Before', 107: '' } });
    expect(psa.users.get(200)?.phonenumber).toBe('+15550199');
    expect(psa.notesOf(300)).toEqual([expect.stringContaining('Put back: CF_106, CF_107, phonenumber.')]);
  });

  it('takes no write if nothing is restored; the note lists what was kept', async () => {
    const { write, psa } = await begin([
      restore({ customFields: {}, fieldsRestored: [], fieldsKept: ['CF_106'] }),
    ]);
    await write();
    expect(psa.writes).toEqual(['createActions']);
    expect(psa.notesOf(300)).toEqual([expect.stringContaining('Left as they are now: CF_106.')]);
  });

  it('is not restored on a contact that the ticket no longer has', async () => {
    const { write, psa, work } = await begin([restore()]);
    psa.addTicket({ id: 300, userId: null });
    await write([work(0, { plan: restore({ contact: { phonenumber: '+15550199' } }) })]);
    expect(psa.writes).toEqual(['updateTicket', 'createActions']);
    expect(psa.users.get(200)?.phonenumber).toBe('+15550100');
  });
});

describe('a PSA that refuses or loses a step of one row', () => {
  const plans = [close, restore(), close];

  it.each(['updateTicket', 'removeListItem'] as const)(
    '%s: fails only this row, and skips its later steps',
    async (call) => {
      const { write, psa, rows, listed } = await begin(plans);
      const list = psa.addList('CSV Leads');
      list.items.set(1, 300).set(2, 302);
      listed.set(
        list.id,
        new Map([
          [300, null],
          [302, null],
        ]),
      );
      psa.faults.plan(call, 'refused');
      expect(await write()).toEqual([]);
      expect(fates(rows)).toEqual(['failed', 'written', 'written']);
      expect(rows[0]?.outcome).toMatchObject({ code: 'EXTERNAL_API_ERROR', error: 'The PSA objects to it' });
      expect([psa.notesOf(300), psa.notesOf(301).length, psa.notesOf(302).length]).toEqual([[], 1, 1]);
      expect(psa.ticketsOn('CSV Leads')).toEqual([300]);
    },
  );

  it('its response: the write is repeated, and the row is done', async () => {
    const { write, psa, rows } = await begin(plans);
    psa.faults.plan('updateTicket', 'response_lost');
    await write();
    expect(fates(rows)).toEqual(['written', 'written', 'written']);
    expect([300, 302].map((id) => psa.tickets.get(id)?.statusId)).toEqual([invalidStatusId, invalidStatusId]);
  });

  it('its responses repeatedly: the row is to be retried, without a note', async () => {
    const { write, psa, rows } = await begin([close]);
    psa.faults.plan('updateTicket', 'response_lost', 'request_lost', 'response_lost');
    await write();
    expect(fates(rows)).toEqual(['PsaUncertainError']);
    expect([psa.notesOf(300), rows[0]?.outcome]).toEqual([[], null]);
  });

  it('its note: the row is done anyway, and operators are notified', async () => {
    const { write, psa, rows } = await begin(plans);
    psa.faults.plan('createActions', 'ok', 'refused');
    expect(await write()).toEqual([
      expect.objectContaining({
        ...{ level: 'warning', errorCode: 'NOTE_REFUSED', jobId: 'job_a1' },
        // Notes of closed tickets come first.
        leadId: 12,
      }),
    ]);
    expect(fates(rows)).toEqual(['written', 'written', 'written']);
  });

  it.each<[string, readonly (PsaFault | 'ok')[], string]>([
    ['once', ['response_lost'], 'written'],
    ['again and again', ['request_lost', 'request_lost', 'request_lost'], 'PsaUncertainError'],
  ])('the response to its note, %s', async (_times, faults, fate) => {
    const { write, psa, rows } = await begin([close]);
    psa.faults.plan('createActions', ...faults);
    expect(await write()).toEqual([]);
    expect(fates(rows)).toEqual([fate]);
    expect(psa.notesOf(300)).toHaveLength(fate === 'written' ? 1 : 0);
  });

  it('the service itself, ends the batch', async () => {
    const { run, contextOf, rows } = await begin([close]);
    const context = contextOf(run);
    const session = {
      ...context.session,
      deleteTicket: async () => Promise.reject(new PsaRefusedError('The token is refused', 401)),
    };
    await expect(writeUndo(rows, { ...context, session })).rejects.toThrow('The token is refused');
    expect(rows[0]?.outcome).toBeNull();
  });

  it('because it is unavailable, ends the batch: the rows are retried', async () => {
    const { write, psa, rows } = await begin([close]);
    psa.faults.plan('updateTicket', 'away');
    await expect(write()).rejects.toThrow(PsaUnavailableError);
    expect(fates(rows)).toEqual(['written']);
    expect(psa.notesOf(300)).toEqual([]);
  });
});

describe('a row that an earlier run has begun', () => {
  it('gets one note, which is looked up only if it may exist', async () => {
    const { write, psa, rows, work, undoIntents } = await begin([close, close, close]);
    await write(rows.slice(0, 2));
    const intents = [...undoIntents.values()];
    expect(intents.map(({ mayHaveNote }) => mayHaveNote)).toEqual([true, true, false]);
    psa.calls.length = 0;
    await write([0, 1, 2].map((index) => work(index, { plan: close, intent: intents[index] ?? null })));
    expect([300, 301, 302].map((id) => psa.notesOf(id).length)).toEqual([1, 1, 1]);
    expect(psa.calls.filter((call) => call === 'actionsOfTicket')).toHaveLength(2);
  });

  it('in release 1.0, which did not record whether there is a note, is looked up', async () => {
    const { write, psa, work } = await begin([close]);
    await write();
    const intent = { at: '2026-01-31T09:00:00.000Z', closedStatusId: invalidStatusId };
    await write([work(0, { plan: close, intent })]);
    expect(psa.notesOf(300)).toHaveLength(1);
  });

  it('does not get a second note because the lookup failed', async () => {
    const { write, psa, work, undoIntents } = await begin([close]);
    await write();
    psa.faults.plan('actionsOfTicket', 'request_lost');
    const [intent = null] = undoIntents.values();
    const again = work(0, { plan: close, intent });
    await write([again]);
    expect(again.fault).toBeInstanceOf(PsaUncertainError);
    expect(psa.notesOf(300)).toHaveLength(1);
  });
});

describe('rows without a plan, or with an outcome', () => {
  it('are left alone', async () => {
    const { write, psa, work } = await begin([close, close]);
    const outcome = { status: 'failed', code: 'X', error: 'no' } as const;
    await write([work(0), work(1, { plan: close, outcome })]);
    expect(psa.calls).toEqual([]);
  });
});
