import { describe, expect, it } from '@jest/globals';

import { StaleClaimError } from '../ports/import-store.js';
import type { Suppression } from '../ports/suppression.js';
import { processSuppressions } from './process-suppressions.js';
import { begunAt } from './testing/memory-suppressions.js';
import { createSuppressionWorld, optOutRecord } from './testing/suppression-world.js';

const onTicket: Partial<Suppression> = {
  ticketId: 300,
  marks: ['flag'],
  ticketAt: begunAt,
  propagateAt: begunAt,
};

function begin(...entries: readonly Partial<Suppression>[]) {
  const world = createSuppressionWorld();
  world.psa.addTicket({ id: 300, customFields: { 101: 'Provider A' } });
  const ids = entries.map((entry) => world.add(entry).suppressionId);
  const process = async (onPushed?: (told: { entry: Suppression }) => void) =>
    processSuppressions(world.deps, ids, onPushed);
  return { ...world, ids, process, standing: (index = 0) => world.find(ids[index] ?? '') };
}

describe('the due work of an opt-out', () => {
  it('is done in one pass: the provider, the other leads, the marks and the note', async () => {
    const { psa, propagated, pushes, process, standing, holders } = withHolders(begin(onTicket));
    const { worked, busy } = await process();
    expect(pushes).toHaveLength(1);
    expect(propagated).toEqual(['sup_1']);
    expect(psa.tickets.get(300)?.customFields[105]).toBe(true);
    expect(psa.notesOf(300)).toEqual([expect.stringContaining('suppression list of Provider A')]);
    const done = {
      status: 'suppressed',
      pushAt: null,
      ticketAt: null,
      propagateAt: null,
      marks: [],
      notes: [],
    };
    expect(standing()).toMatchObject(done);
    expect(worked).toMatchObject([{ entry: { suppressionId: 'sup_1', status: 'suppressed' }, fault: null }]);
    expect(busy).toEqual([]);
    expect(holders.size).toBe(0);
  });

  it('is done once: a second pass finds nothing left', async () => {
    const { psa, pushes, propagated, process } = begin(onTicket);
    await process();
    const calls = [...psa.calls];
    await process();
    expect([pushes.length, propagated.length, psa.calls]).toEqual([1, 1, calls]);
  });

  it('waits until it is due', async () => {
    const later = '2026-01-31T09:00:00.001Z';
    const { clock, pushes, propagated, psa, process } = begin({
      ...onTicket,
      ...{ pushAt: later, ticketAt: later, propagateAt: later },
    });
    await process();
    expect([pushes, propagated, psa.writes]).toEqual([[], [], []]);
    clock.pass(1);
    await process();
    expect([pushes.length, propagated.length]).toEqual([1, 1]);
    expect(psa.writes).toEqual(['updateTicket', 'createActions']);
  });

  it('is looked at again while the job for the status of its lead has not ended', async () => {
    const { leads, psa, clock, process, standing } = begin({ ...onTicket, marks: ['flag', 'status'] });
    leads.push(optOutRecord());
    await process();
    expect(psa.notesOf(300)).toHaveLength(1);
    const later = { ticketAt: '2026-01-31T09:00:05.000Z', ticketAttempts: 1 };
    expect(standing()).toMatchObject({ marks: ['status'], notes: [], ...later });
    leads.splice(0, 1, optOutRecord({ status: 'do_not_contact' }));
    clock.pass(5_000);
    await process();
    expect(standing()).toMatchObject({ marks: [], ticketAt: null, ticketAttempts: 0 });
    expect(psa.notesOf(300)).toHaveLength(1);
  });

  it('is reported as soon as the provider has been notified, before the ticket is written', async () => {
    const { psa, process } = begin(onTicket);
    const seen: unknown[] = [];
    await process(({ entry }) => {
      seen.push(entry.status, psa.tickets.get(300)?.customFields[105]);
    });
    expect(seen).toEqual(['suppressed', undefined]);
  });

  it('skips entries that another worker holds, and returns them', async () => {
    const { store, pushes, process, ids } = begin({}, {});
    store.holders.set(`suppression:${ids[0] ?? ''}`, 'another');
    const { worked, busy } = await process();
    expect(busy).toEqual([ids[0]]);
    expect(worked.map(({ entry }) => entry.suppressionId)).toEqual([ids[1]]);
    expect(pushes.map(({ reference }) => reference)).toEqual([ids[1]]);
  });

  it('is left to the existing entry if this one duplicates it', async () => {
    const { psa, add, pushes, process } = begin({ ...onTicket, person: null, keys: [], leadSource: null });
    const earlier = add({ ...onTicket, suppressionId: 'sup_earlier', status: 'suppressed', pushAt: null });
    psa.addTicket({ id: 300, email: 'alex@example.com' });
    const { worked } = await process();
    expect(worked).toEqual([{ entry: earlier, fault: null }]);
    expect([pushes, psa.writes]).toEqual([[], []]);
  });
});

describe('a failure of an opt-out', () => {
  it('in the PSA does not prevent the notification of the provider, and is retried by the schedule', async () => {
    const { psa, pushes, clock, process, standing } = begin(onTicket);
    psa.faults.plan('getTicket', 'away');
    const { worked } = await process();
    expect(pushes).toHaveLength(1);
    expect(worked[0]?.fault?.name).toBe('PsaUnavailableError');
    const later = { ticketAt: '2026-01-31T09:00:05.000Z', ticketAttempts: 1, marks: ['flag'] };
    expect(standing()).toMatchObject({ status: 'suppressed', ...later });
    clock.pass(5_000);
    await process();
    expect(psa.tickets.get(300)?.customFields[105]).toBe(true);
    expect(standing()).toMatchObject({ ticketAt: null, ticketAttempts: 0, notes: [] });
    expect(pushes).toHaveLength(1);
  });

  it('of the notes postpones the ticket of each entry, and nothing else', async () => {
    const { psa, process, standing } = begin(onTicket, { ...onTicket, ticketId: 300 });
    psa.faults.plan('createActions', 'away');
    const { worked } = await process();
    expect(worked.map(({ fault }) => fault?.name)).toEqual(['PsaUnavailableError', 'PsaUnavailableError']);
    for (const index of [0, 1]) {
      expect(standing(index)).toMatchObject({ marks: [], ticketAttempts: 1, status: 'suppressed' });
      expect(standing(index)?.notes).toMatchObject([{ attempted: true }]);
    }
  });

  it('of one entry does not affect the others, and postpones all its due work', async () => {
    const { deps, pushes, errorLog, ids, standing } = begin({ ...onTicket, leadId: 12 }, {});
    const { suppressionLists } = deps;
    const push: typeof suppressionLists.push = async (source, entry, reference) =>
      reference === ids[0]
        ? Promise.reject(new TypeError('Alex Example'))
        : suppressionLists.push(source, entry, reference);
    const { worked } = await processSuppressions({ ...deps, suppressionLists: { push } }, ids);

    expect(worked.map(({ fault }) => fault?.name ?? null)).toEqual(['TypeError', null]);
    expect(pushes.map(({ reference }) => reference)).toEqual([ids[1]]);
    const later = '2026-01-31T09:00:05.000Z';
    expect(standing()).toMatchObject({
      pushAt: later,
      ticketAt: later,
      propagateAt: later,
      status: 'pending',
    });
    // The error may contain personal data, so the log contains only its name.
    expect(errorLog).toEqual([
      {
        level: 'error',
        message: 'An opt-out could not be processed: TypeError',
        source: 'suppression',
        errorCode: 'INTERNAL_ERROR',
        leadId: 12,
      },
    ]);
  });

  it('does not make other work due', async () => {
    const { deps, ids, standing } = begin({ pushAt: begunAt });
    const push = async () => Promise.reject(new Error('A fault of ours'));
    await processSuppressions({ ...deps, suppressionLists: { push } }, ids);
    expect(standing()).toMatchObject({ ticketAt: null, propagateAt: null });
    expect(standing()?.pushAt).not.toBeNull();
  });

  it.each([
    ['the provider', { pushAt: begunAt }],
    ['the other leads', { pushAt: null, propagateAt: begunAt }],
    ['the ticket', { ...onTicket, pushAt: null, propagateAt: null }],
    [
      'the note',
      {
        ticketId: 300,
        pushAt: null,
        ticketAt: begunAt,
        notes: [{ reference: 'a', text: 'a', attempted: false }],
      },
    ],
  ])('as another worker has taken over at %s stops this one', async (_name, entry) => {
    const { takenOver, ids, process, holders } = withHolders(begin(entry));
    takenOver.add(ids[0] ?? '');
    await expect(process()).rejects.toThrow(StaleClaimError);
    expect(holders.size).toBe(0);
  });
});

function withHolders<T extends { readonly store: { readonly holders: ReadonlyMap<string, string> } }>(
  world: T,
) {
  return { ...world, holders: world.store.holders };
}
