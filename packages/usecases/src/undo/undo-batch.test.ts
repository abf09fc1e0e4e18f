import { UNDO_REASONS } from '@leadbridge/domain';
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';

import { StaleClaimError } from '../ports/import-store.js';
import { PsaBudgetError, PsaUnavailableError } from '../ports/psa-errors.js';
import type { PsaFault } from '../testing/psa-faults.js';
import {
  createUndoWorld,
  foundBefore,
  invalidStatusId,
  updatedRow,
  updateIntent,
  type UndoWorldOptions,
} from './testing/undo-world.js';
import { undoBatch } from './undo-batch.js';
import type { UndoRun } from './undo-work.js';

function begin(options: UndoWorldOptions = {}) {
  const world = createUndoWorld(options);
  return {
    ...world,
    async batch(run: UndoRun) {
      const rows = await world.deps.store.pendingRows(run.job.jobId, 0, 100);
      return undoBatch(world.deps, run, { rows, upcoming: 0 });
    },
  };
}

describe('a batch of an undo', () => {
  it('decides, writes and records each of its rows', async () => {
    const { batch, begin: start, putCreated, putUpdated, psa, outcomesOf, records, leads } = begin();
    putCreated(0);
    putUpdated(1);
    putCreated(2, { calledAt: '2026-01-31T08:50:00.000Z' });
    putCreated(3, { status: 'undone' });
    const run = await start();
    expect(await batch(run)).toEqual({ decided: 4, faulty: [] });
    expect(outcomesOf('job_a1')).toEqual(['undone', 'undone', 'kept', 'nothing_to_undo']);
    expect([300, 302].map((id) => psa.tickets.get(id)?.statusId)).toEqual([invalidStatusId, 1]);
    expect(psa.tickets.get(301)?.customFields).toEqual({ 106: 'Before' });
    expect(records).toHaveLength(1);
    expect([10, 11, 12].map((id) => leads.get(id)?.status)).toEqual(['undone', 'new_lead', 'new_lead']);
  });

  it('saves the intents of planned rows only, before the first write', async () => {
    const { batch, begin: start, putCreated, psa, undoIntents, deps } = begin();
    putCreated(0);
    putCreated(1, { calledAt: '2026-01-31T08:50:00.000Z' });
    const run = await start();
    psa.faults.plan('updateTicket', 'away');
    await expect(batch(run)).rejects.toThrow(PsaUnavailableError);
    expect([...undoIntents]).toEqual([
      ['job_a1#0', { at: '2026-01-31T09:00:00.000Z', closedStatusId: invalidStatusId, mayHaveNote: false }],
    ]);
    expect((await deps.store.pendingRows('job_a1', 0, 9)).map(({ index }) => index)).toEqual([0, 1]);
  });

  it('keeps the intent of the previous run, and recognizes what that run has written', async () => {
    const { batch, begin: start, putCreated, undoIntents, clock, outcomesOf } = begin();
    putCreated(0, { irregular: { at: '2026-01-31T09:00:01.000Z', to: 'invalid_data' } });
    const run = await start();
    const intent = { at: '2026-01-31T09:00:00.000Z', closedStatusId: invalidStatusId, mayHaveNote: false };
    undoIntents.set('job_a1#0', intent);
    clock.pass(60_000);
    await batch(run);
    expect(outcomesOf('job_a1')).toEqual(['undone']);
    expect(undoIntents.get('job_a1#0')?.at).toBe(intent.at);
  });

  it('leaves rows for later whose lead another worker holds, for an import or a transition', async () => {
    const { batch, begin: start, putCreated, holders, outcomesOf, psa } = begin();
    [0, 1, 2].forEach((index) => {
      putCreated(index);
    });
    holders.set('email:alex0@example.com', 'an import').set('lead:11', 'a move');
    const run = await start();
    expect(await batch(run)).toEqual({ decided: 1, faulty: [] });
    expect(outcomesOf('job_a1')).toEqual([null, null, 'undone']);
    expect([psa.notesOf(300), psa.notesOf(301)]).toEqual([[], []]);
    // It also releases its own claims.
    expect([...holders.values()]).toEqual(['an import', 'a move']);
  });

  it('writes nothing if it is to be cancelled', async () => {
    const { batch, begin: start, putCreated, psa, race, records } = begin();
    putCreated(0);
    const run = await start();
    race.isCancelled = true;
    await expect(batch(run)).rejects.toThrow(StaleClaimError);
    expect([psa.writes, records]).toEqual([[], []]);
  });

  it('in a dry run decides the same, and writes only its outcomes', async () => {
    const {
      batch,
      begin: start,
      putCreated,
      putUpdated,
      psa,
      records,
      undoIntents,
      imported,
    } = begin({
      dryRun: true,
    });
    putCreated(0);
    putUpdated(1);
    const run = await start();
    expect(await batch(run)).toEqual({ decided: 2, faulty: [] });
    expect([psa.writes, undoIntents.size]).toEqual([[], 0]);
    expect(records).toMatchObject([
      {
        isDryRun: true,
        rows: [{ outcome: { result: 'undone' } }, { outcome: { fieldsRestored: ['CF_106'] } }],
      },
    ]);
    expect(records[0]).toMatchObject({ leads: [], patches: [], uncounted: [], transitions: [], events: [] });
    expect([...imported.values()].map(({ undoneBy }) => undoneBy)).toEqual([null, null]);
  });

  it('reads a contact that the row has changed, and keeps the fields if the contact no longer exists', async () => {
    const { batch, begin: start, put, putUpdated, psa, outcomesOf, outcomes } = begin();
    const contact = { phonenumber: '+15550100' };
    const before = { ...foundBefore, phonenumber: '+15550199' };
    const row = updatedRow(0, { intent: updateIntent({ contact, before }) });
    put(row, {}, { customFields: { 106: 'After' } });
    putUpdated(1);
    psa.users.delete(200);
    await batch(await start());
    expect(psa.calls.filter((call) => call === 'getUser')).toHaveLength(1);
    expect(outcomesOf('job_a1')).toEqual(['undone', 'undone']);
    expect(outcomes.get('job_a1#0')).toMatchObject({
      fieldsRestored: ['CF_106'],
      fieldsKept: ['phonenumber'],
    });
  });

  it.each(['getUser', 'getTicketForUpdate'] as const)(
    'fails only the row whose contact or ticket the PSA refuses to return: %s',
    async (call) => {
      const { batch, begin: start, put, putCreated, psa, outcomesOf } = begin();
      put(updatedRow(0, { intent: updateIntent({ contact: { phonenumber: '+15550100' } }) }));
      putCreated(1);
      psa.faults.plan(call, 'refused');
      await batch(await start());
      expect(outcomesOf('job_a1')).toEqual(['EXTERNAL_API_ERROR', 'undone']);
    },
  );

  it('distinguishes a record without a ticket from a ticket that no longer exists', async () => {
    const { batch, begin: start, putCreated, outcomes, leads, psa } = begin();
    putCreated(0, {}, null);
    putCreated(1, { psaTicketId: null }, { statusId: 3 });
    await batch(await start());
    expect(outcomes.get('job_a1#0')).toMatchObject({ result: 'undone', reason: UNDO_REASONS.ticketGone });
    expect([10, 11].map((id) => leads.get(id)?.status)).toEqual(['undone', 'undone']);
    // The second id now belongs to another ticket in the PSA.
    expect([psa.tickets.get(301)?.statusId, psa.writes]).toEqual([3, []]);
  });
});

describe('an interrupted batch', () => {
  it.each(['away', 'no_budget'] as const)(
    'because the PSA is %s leaves its leads unsettled',
    async (fault) => {
      const { batch, begin: start, putCreated, psa, unsettled, holders } = begin();
      putCreated(0);
      putCreated(1, { calledAt: '2026-01-31T08:50:00.000Z' });
      psa.faults.plan('updateTicket', fault);
      const run = await start();
      await expect(batch(run)).rejects.toThrow(fault === 'away' ? PsaUnavailableError : PsaBudgetError);
      expect([[...unsettled.keys()], holders.size]).toEqual([['email:alex0@example.com'], 0]);
    },
  );

  it('leaves no keys unsettled if nothing was written', async () => {
    const { batch, begin: start, putCreated, psa, unsettled } = begin();
    putCreated(0);
    psa.faults.plan('getTicketForUpdate', 'away');
    const run = await start();
    await expect(batch(run)).rejects.toThrow(PsaUnavailableError);
    expect(unsettled.size).toBe(0);
  });

  it('that is retried by a run that cannot read its row leaves the work of the first run unsettled', async () => {
    const { batch, begin: start, putCreated, psa, unsettled } = begin();
    putCreated(0);
    const run = await start();
    psa.faults.plan('updateTicket', 'away');
    await expect(batch(run)).rejects.toThrow(PsaUnavailableError);
    psa.faults.plan('getTicketForUpdate', 'away');
    await expect(batch(run)).rejects.toThrow(PsaUnavailableError);
    expect([...unsettled.keys()]).toEqual(['email:alex0@example.com']);
    await batch(run);
    expect(unsettled.size).toBe(0);
  });

  it('whose process was frozen until another took over its leads writes nothing more', async () => {
    const { batch, begin: start, putCreated, deps, holders, psa, records } = begin();
    putCreated(0);
    const run = await start();
    const { saveIntents } = deps.store;
    const frozenUntil = performance.now() + 60_000;
    const time = jest.spyOn(performance, 'now');
    Object.assign(deps.store, {
      saveIntents: async (...given: Parameters<typeof saveIntents>) => {
        await saveIntents(...given);
        time.mockReturnValue(frozenUntil);
        holders.set('lead:10', 'a move');
      },
    });
    const thrown: unknown = await batch(run).catch((error: unknown) => error);
    time.mockRestore();
    expect(thrown).toBeInstanceOf(StaleClaimError);
    expect([psa.writes, records, holders.get('lead:10')]).toEqual([[], [], 'a move']);
  });

  it('whose leads another worker has taken over records nothing', async () => {
    const { batch, begin: start, putCreated, race, outcomesOf, leads, unsettled } = begin();
    putCreated(0);
    const run = await start();
    race.isLost = true;
    await expect(batch(run)).rejects.toThrow(StaleClaimError);
    expect([outcomesOf('job_a1'), leads.get(10)?.status]).toEqual([[null], 'new_lead']);
    expect([...unsettled.keys()]).toEqual(['email:alex0@example.com']);
  });

  const steps = [
    'getTicketForUpdate',
    'updateTicket',
    'listPlaces',
    'removeListItem',
    'createActions',
  ] as const;

  it('has, after a retry, the same result as an uninterrupted one, wherever it was interrupted', async () => {
    const fault = fc.constantFrom<PsaFault | 'ok'>('ok', 'ok', 'away', 'no_budget');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...steps), fault), { maxLength: 6 }),
        async (faults) => {
          const {
            batch,
            begin: start,
            putCreated,
            putUpdated,
            psa,
            listed,
            outcomesOf,
            leads,
            records,
          } = begin();
          putCreated(0);
          putUpdated(1);
          putCreated(2);
          const list = psa.addList('CSV Leads');
          list.items.set(1, 300).set(2, 302);
          listed.set(
            list.id,
            new Map([
              [300, null],
              [302, null],
            ]),
          );
          faults.forEach(([call, what]) => {
            psa.faults.plan(call, what);
          });
          const run = await start();
          for (let rest = faults.length + 1; rest > 0 && outcomesOf('job_a1').includes(null); rest -= 1) {
            await batch(run).catch((error: unknown) => {
              expect(error instanceof PsaUnavailableError || error instanceof PsaBudgetError).toBe(true);
            });
          }
          expect(outcomesOf('job_a1')).toEqual(['undone', 'undone', 'undone']);
          expect([300, 302].map((id) => psa.tickets.get(id)?.statusId)).toEqual([90, 90]);
          expect(psa.tickets.get(301)?.customFields).toEqual({ 106: 'Before' });
          expect(psa.ticketsOn('CSV Leads')).toEqual([]);
          expect([300, 301, 302].map((id) => psa.notesOf(id).length)).toEqual([1, 1, 1]);
          expect([...leads.values()].map(({ status }) => status)).toEqual(['undone', 'new_lead', 'undone']);
          expect(records).toHaveLength(1);
        },
      ),
      { numRuns: 60 },
    );
  });
});
