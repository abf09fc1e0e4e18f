import { describe, expect, it } from '@jest/globals';

import { PsaBudgetError } from '../ports/psa-errors.js';
import { RecordBusyError } from '../work/record-busy-error.js';
import { createSuppressionWorld } from './testing/suppression-world.js';
import { takeOptOut } from './take-opt-out.js';

const notification = {
  ticketId: 300,
  reference: 'job_a1#0',
  reason: 'Do Not Contact (CF_105) was set in the PSA',
  at: '2026-01-31T09:00:00.000Z',
};

function begin() {
  const world = createSuppressionWorld();
  world.psa.addTicket({ id: 300, email: 'alex@example.com', customFields: { 101: 'Provider A', 105: true } });
  return { ...world, take: async () => takeOptOut(world.deps, notification) };
}

describe('a notification of an opt-out', () => {
  it('gets the outcome at the provider as its response, and the ticket is written after the response', async () => {
    const { take, psa, pushes } = begin();
    const { entry, onTicket } = await take();
    expect(entry).toMatchObject({ status: 'suppressed', provider: 'provider_a', ticketId: 300 });
    expect(pushes).toHaveLength(1);
    await onTicket;
    expect(psa.notesOf(300)).toHaveLength(1);
  });

  it('that is repeated gets the existing entry, and notifies no one again', async () => {
    const { take, pushes, store } = begin();
    const first = await take();
    await first.onTicket;
    // Another worker may be writing its ticket: the response does not wait for that.
    store.holders.set('suppression:sup_1', 'another');
    const second = await take();
    expect(second.entry).toMatchObject({ status: 'suppressed' });
    expect(pushes).toHaveLength(1);
  });

  it('gets its response even if the provider cannot be notified now', async () => {
    const { take, responses } = begin();
    responses.push({ result: 'failed', error: 'HTTP 503', retryAfter: null });
    const { entry, onTicket } = await take();
    expect(entry).toMatchObject({ status: 'failed', error: 'HTTP 503' });
    await onTicket;
  });

  it('is put back while another worker holds its entry', async () => {
    const { take, deps, store, pushes } = begin();
    const opened = await deps.suppressions.open(notification);
    store.holders.set(`suppression:${opened.suppressionId}`, 'another');
    await expect(take()).rejects.toThrow(RecordBusyError);
    expect(pushes).toEqual([]);
  });

  it('is put back while an earlier entry exists whose provider is not notified yet', async () => {
    const { take, add, find, pushes } = begin();
    add({ suppressionId: 'sup_earlier', ticketId: 300 });
    await expect(take()).rejects.toThrow(RecordBusyError);
    expect([pushes, find('sup_earlier')?.status]).toEqual([[], 'pending']);
  });

  it('waits for the budget, which uses up no attempt', async () => {
    const { take, psa } = begin();
    psa.faults.plan('getTicket', 'no_budget');
    await expect(take()).rejects.toThrow(PsaBudgetError);
  });

  it('reports why its ticket could not be read, and leaves the entry to be retried', async () => {
    const { take, psa, find, pushes } = begin();
    psa.faults.plan('getTicket', 'away');
    const { entry } = await take();
    expect(entry).toEqual(new Error('Ticket 300 could not be read: The PSA is away'));
    expect([pushes, find('sup_1')?.pushAt]).toEqual([[], '2026-01-31T09:00:05.000Z']);
  });

  it('of a ticket that does not exist says so', async () => {
    const { take, psa } = begin();
    psa.tickets.delete(300);
    const { entry } = await take();
    expect(entry).toMatchObject({
      message: expect.stringContaining('The ticket 300 does not exist in the PSA'),
    });
  });
});
