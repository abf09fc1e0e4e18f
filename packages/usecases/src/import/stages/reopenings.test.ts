import { describe, expect, it } from '@jest/globals';

import type { TicketChanges } from '../../ports/psa.js';
import type { MatchedRow } from '../import-row-state.js';
import { alex, leadTicket, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { reopenTickets } from './reopenings.js';

const changes: TicketChanges = { status_id: 1, customfields: [{ id: 106, value: 'AWS' }] };

function setUp() {
  const world = createImportWorld();
  return {
    ...world,
    context: stageContext(world),
    row(given: TicketChanges = changes, index = 0): MatchedRow {
      const ticket = world.psa.addTicket(
        leadTicket({ id: 300 + index, statusId: 9, customFields: { 107: '1-10M' } }),
      );
      const plan = { kind: 'reopen', changes: given, note: '' } as const;
      return rowState(alex, { index, learnt: { plan, ticket, ticketId: ticket.id } });
    },
  };
}

describe('the ticket of a lead whose import was undone', () => {
  it('is reopened with its status and the fields of the new import, and keeps the others', async () => {
    const { context, psa, row } = setUp();
    await reopenTickets([row()], context);
    expect(psa.tickets.get(300)).toMatchObject({ statusId: 1, customFields: { 106: 'AWS', 107: '1-10M' } });
  });

  it('is not written again if an earlier run has written everything', async () => {
    const { context, psa, row } = setUp();
    await reopenTickets([row({})], context);
    expect(psa.writes).toEqual([]);
  });

  it.each<[string, TicketChanges, object]>([
    ['whose status is already written', { customfields: [{ id: 106, value: 'AWS' }] }, { statusId: 9 }],
    ['whose fields are already written', { status_id: 1 }, { statusId: 1, customFields: { 107: '1-10M' } }],
  ])('is completed for one %s, and visible to later reads', async (_which, given, stands) => {
    const { context, row } = setUp();
    const added: object[] = [];
    const tickets = { ...context.caches.tickets, add: (ticket: object) => void added.push(ticket) };
    await reopenTickets([row(given)], { ...context, caches: { ...context.caches, tickets } });
    expect(added).toMatchObject([{ id: 300, ...stands }]);
  });

  it('is reopened even if a response is lost', async () => {
    const { context, psa, row } = setUp();
    psa.faults.plan('updateTicket', 'request_lost');
    const opened = row();
    await reopenTickets([opened], context);
    expect([opened.fault, psa.tickets.get(300)?.statusId]).toEqual([null, 1]);
  });

  it('that the PSA refuses to reopen fails alone', async () => {
    const { context, psa, row } = setUp();
    psa.faults.plan('updateTicket', 'refused');
    const rows = [row(), row(changes, 1)];
    await reopenTickets(rows, context);
    expect(rows.map(({ outcome }) => outcome)).toMatchObject([{ code: 'EXTERNAL_API_ERROR' }, null]);
    expect(psa.tickets.get(301)?.statusId).toBe(1);
  });

  it('waits for another run if its responses keep getting lost', async () => {
    const { context, psa, row } = setUp();
    psa.faults.plan('updateTicket', 'response_lost', 'response_lost', 'response_lost');
    const lost = row();
    await reopenTickets([lost], context);
    expect([lost.outcome, lost.fault?.name]).toEqual([null, 'PsaUncertainError']);
  });
});
