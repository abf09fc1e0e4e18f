import { describe, expect, it } from '@jest/globals';

import { StaleClaimError } from '../ports/import-store.js';
import type { Suppression } from '../ports/suppression.js';
import { readTicketOfEntry } from './read-ticket.js';
import { begunAt } from './testing/memory-suppressions.js';
import { createSuppressionWorld, optOutRecord, workOn } from './testing/suppression-world.js';

const unread: Partial<Suppression> = {
  ticketId: 300,
  person: null,
  keys: [],
  leadSource: null,
  ticketAt: begunAt,
};

function begin(changes: Partial<Suppression> = unread) {
  const world = createSuppressionWorld();
  const work = workOn(world.add({ suppressionId: 'sup_own', ...changes }));
  return {
    ...world,
    work,
    read: async () => readTicketOfEntry(work, world.context()),
    standing: () => world.find('sup_own'),
  };
}

const shown = { id: 300, email: 'alex@example.com', customFields: { 101: 'Provider B' } };

describe('the ticket of an opt-out', () => {
  it('shows who opted out, and the source of the lead', async () => {
    const { psa, work, read, standing } = begin();
    psa.addTicket(shown);
    await read();
    expect(standing()).toMatchObject({
      person: { email: 'alex@example.com' },
      keys: [{ kind: 'email', value: 'alex@example.com' }],
      leadSource: 'Provider B',
    });
    expect([work.isMerged, work.fault]).toEqual([false, null]);
  });

  it('is read only for the source if the person is known', async () => {
    const { psa, read, standing } = begin({ ticketId: 300, leadSource: null });
    psa.addTicket({ ...shown, email: 'robin@example.org' });
    await read();
    expect(standing()).toMatchObject({ person: { email: 'alex@example.com' }, leadSource: 'Provider B' });
  });

  it.each([
    ['person and source are known', { ticketId: 300 }],
    ['there is none', { ticketId: null, leadSource: null }],
  ])('is not read if %s', async (_name, changes) => {
    const { psa, read } = begin(changes);
    await read();
    expect(psa.calls).toEqual([]);
  });

  it('merges the entry into that of an earlier notification of the same person', async () => {
    const { psa, add, work, read, standing } = begin();
    const earlier = add({ suppressionId: 'sup_earlier', ticketId: 300 });
    psa.addTicket(shown);
    await read();
    expect([work.entry, work.isMerged, standing()]).toEqual([earlier, true, null]);
  });

  it('that does not exist fails an entry without other data, and is reported once', async () => {
    const { work, read, standing, errorLog } = begin();
    await read();
    expect(standing()).toMatchObject({ status: 'failed', pushAt: null, ticketAt: null });
    expect(work.fault?.name).toBe('NoSuchTicketError');
    await read();
    expect(errorLog).toMatchObject([{ level: 'warning', errorCode: 'TICKET_NOT_FOUND' }]);
  });

  it('that does not exist does not prevent the notification about a known person', async () => {
    const notes = [{ reference: 'a', text: 'a', attempted: false }];
    const { work, read, standing } = begin({
      ...{ ticketId: 300, leadSource: null, marks: ['flag'], notes, ticketAt: begunAt },
    });
    await read();
    expect(standing()).toMatchObject({
      leadSource: '',
      marks: [],
      notes: [],
      ticketAt: null,
      pushAt: begunAt,
    });
    expect(work.fault).toBeNull();
  });

  it.each([
    ['names the source, where the ticket is gone', { ticketId: 300 }],
    ['names the source, where the PSA has issued the id of the ticket again', { ticketId: null }],
  ])('is not needed if our record of the lead %s', async (_name, { ticketId }) => {
    const { leads, work, read, standing } = begin({ ticketId, leadId: 12, leadSource: null });
    leads.push(optOutRecord({ psaTicketId: ticketId }));
    await read();
    expect(standing()).toMatchObject({ leadSource: 'provider_b', pushAt: begunAt, ticketAt: null });
    expect(work.fault).toBeNull();
  });

  it('that is gone leaves it to our record of the lead who opted out', async () => {
    const { leads, errorLog, work, read, standing } = begin({ ...unread, marks: ['list'] });
    leads.push(optOutRecord());
    await read();
    const { person, keys } = optOutRecord();
    expect(standing()).toMatchObject({ person, keys, leadSource: 'provider_b', marks: [], ticketAt: null });
    expect(work.fault).toBeNull();
    expect(errorLog).toMatchObject([{ level: 'warning', errorCode: 'TICKET_NOT_FOUND' }]);
  });

  it('that cannot be read now postpones the provider too', async () => {
    const { psa, work, read, standing } = begin();
    psa.faults.plan('getTicket', 'away');
    await read();
    const later = '2026-01-31T09:00:05.000Z';
    expect(standing()).toMatchObject({
      status: 'pending',
      pushAt: later,
      ticketAt: later,
      ticketAttempts: 1,
    });
    expect(work.fault?.name).toBe('PsaUnavailableError');
  });

  it('that waits for the budget uses up no attempt', async () => {
    const { psa, read, standing } = begin();
    psa.faults.plan('getTicket', 'no_budget');
    await read();
    const later = '2026-01-31T09:00:10.000Z';
    expect(standing()).toMatchObject({ pushAt: later, ticketAt: later, ticketAttempts: 0 });
  });

  it('that could not be read until the end is given up, and operators are notified', async () => {
    const { psa, read, standing, errorLog } = begin({ ...unread, ticketAttempts: 9, retryUntil: begunAt });
    psa.faults.plan('getTicket', 'away');
    await read();
    expect(standing()).toMatchObject({ status: 'failed', pushAt: null, ticketAt: null });
    expect(standing()?.error).toContain('Ticket 300 could not be read');
    expect(errorLog).toMatchObject([{ level: 'error', errorCode: 'SUPPRESSION_FAILED' }]);
  });

  it('belongs to another worker if that has taken over', async () => {
    const { psa, takenOver, read } = begin();
    psa.addTicket(shown);
    takenOver.add('sup_own');
    await expect(read()).rejects.toThrow(StaleClaimError);
  });
});
