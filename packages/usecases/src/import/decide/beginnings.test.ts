import type { TicketSnapshot } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import type { MatchedRow, RecordBeginning, RowPlan } from '../import-row-state.js';
import { alex, knownLead, leadTicket, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { entryOfUnknownStatus, readBeginnings } from './beginnings.js';

const leave: RowPlan = { kind: 'leave', result: 'preserved', reason: '', kept: {} };
const atTheBeginning: RecordBeginning = { lead: 'new_lead', prospect: null };

function setUp() {
  const world = createImportWorld();
  world.psa.statuses.push({ id: 3, name: 'Contacted' }, { id: 42, name: 'Archived' });
  return { ...world, context: stageContext(world) };
}

const rowOf = (ticket: Partial<TicketSnapshot> | null, plan: RowPlan = leave): MatchedRow =>
  rowState(alex, { learnt: { plan, ticket: ticket === null ? null : leadTicket(ticket) } });

describe('the initial state of a lead that already was in the PSA', () => {
  it.each<[string, Partial<TicketSnapshot>, Pick<RecordBeginning, 'lead'>, string | null]>([
    ['a status of the specification', { statusId: 2 }, { lead: 'researching' }, null],
    ['a status that is matched by its name', { statusId: 3 }, { lead: 'contacted' }, null],
    ['a status that maps to none of ours', { statusId: 42 }, { lead: 'new_lead' }, null],
    ['the status of a prospect', { statusId: 10, tickettypeId: 2 }, { lead: 'engaged' }, 'new_prospect'],
    [
      'an unknown status of a prospect',
      { statusId: 42, tickettypeId: 2 },
      { lead: 'engaged' },
      'new_prospect',
    ],
  ])('is at %s', async (_which, ticket, lead, prospect) => {
    const { context } = setUp();
    const row = rowOf(ticket);
    await readBeginnings([row], context);
    expect(row.begins).toMatchObject(lead);
    expect(row.begins.prospect?.status ?? null).toBe(prospect);
    expect(row.unknownStatus).toBe(ticket.statusId === 42 ? 42 : null);
  });

  it.each<[string, Partial<TicketSnapshot>, string | null]>([
    ['CF_105', { statusId: 2, customFields: { 105: true } }, 'CF_105'],
    ['CF_105 of a row without other fields', { lacksCustomFields: true, doNotContact: true }, 'CF_105'],
    ['its status', { statusId: 6 }, 'status Do Not Contact'],
    ['CF_105 as a prospect', { tickettypeId: 2, statusId: 10, customFields: { 105: true } }, 'CF_105'],
    ['nothing', { statusId: 2, customFields: { 105: false } }, null],
  ])('is opted out if its ticket shows it by %s', async (_how, ticket, reason) => {
    const { context } = setUp();
    const rows = [rowOf(ticket), rowOf(ticket)];
    rows.slice(1).forEach((row) => {
      row.known = knownLead(row, { isUndone: true });
    });
    await readBeginnings(rows, context);
    const shown = reason === null ? null : expect.stringContaining(reason);
    expect(rows.map(({ shownOptOut }) => shownOptOut)).toEqual([shown, shown]);
  });

  it('includes the qualification in the ticket of a prospect', async () => {
    const { context, psa } = setUp();
    const row = rowOf({ tickettypeId: 2, statusId: 10, customFields: { 201: 'Backups', 206: 70 } });
    await readBeginnings([row], context);
    expect(row.begins.prospect?.qualification).toMatchObject({ painPoints: 'Backups', fitScore: 70 });
    expect(psa.calls).not.toContain('getTicket');
  });

  it('is read from the full ticket if a list lacked the fields, but only for a prospect', async () => {
    const { context, psa } = setUp();
    psa.addTicket(leadTicket({ tickettypeId: 2, statusId: 10, customFields: { 201: 'Backups' } }));
    const rows = [
      rowOf({ tickettypeId: 2, statusId: 10, lacksCustomFields: true }),
      rowOf({ id: 301, statusId: 2, lacksCustomFields: true }),
    ];
    await readBeginnings(rows, context);
    expect(psa.calls.filter((call) => call === 'getTicket')).toHaveLength(1);
    expect(rows[0]?.begins.prospect?.qualification).toMatchObject({ painPoints: 'Backups' });
  });

  it('lacks the qualification if the ticket no longer exists', async () => {
    const { context } = setUp();
    const row = rowOf({ tickettypeId: 2, statusId: 10, lacksCustomFields: true });
    await readBeginnings([row], context);
    expect(row.begins.prospect).toMatchObject({
      status: 'new_prospect',
      qualification: { painPoints: null },
    });
  });

  it.each<[string, () => MatchedRow]>([
    ['whose ticket this import creates', () => rowOf({ statusId: 2 }, { kind: 'create' })],
    ['whose ticket it opens again', () => rowOf({ statusId: 2 }, { kind: 'reopen', changes: {}, note: '' })],
    ['without a ticket', () => rowOf(null)],
    ['that failed', () => ({ ...rowOf({ statusId: 2 }), fault: new Error('lost') })],
    [
      'that has a record',
      () => {
        const row = rowOf({ statusId: 2 });
        row.known = knownLead(row);
        return row;
      },
    ],
  ])('is the beginning for a lead %s', async (_which, given) => {
    const { context } = setUp();
    const row = given();
    await readBeginnings([row], context);
    expect(row.begins).toEqual(atTheBeginning);
  });

  it('follows the ticket of an undone lead that people have worked on', async () => {
    const { context } = setUp();
    const row = rowOf({ statusId: 2 });
    row.known = knownLead(row, { isUndone: true });
    await readBeginnings([row], context);
    expect(row.begins.lead).toBe('researching');
  });
});

describe('a known lead', () => {
  const known = (ticket: Partial<TicketSnapshot>, learnt: Partial<MatchedRow> = {}): MatchedRow => {
    const row = { ...rowOf(ticket), ...learnt };
    row.known = knownLead(row);
    return row;
  };
  const flagged = { statusId: 2, customFields: { 105: true } };

  it.each<[string, Partial<TicketSnapshot>, string | null]>([
    ['CF_105', flagged, 'CF_105'],
    ['its status', { statusId: 6 }, 'status Do Not Contact'],
    ['nothing', { statusId: 42 }, null],
  ])(
    'is opted out if its ticket shows it by %s, of which nobody has notified us',
    async (_, ticket, reason) => {
      const { context, psa } = setUp();
      const row = known(ticket);
      await readBeginnings([row], context);
      expect(row.shownOptOut).toEqual(reason === null ? null : expect.stringContaining(reason));
      expect([row.begins, row.unknownStatus, psa.calls]).toEqual([atTheBeginning, null, []]);
    },
  );

  it('is not opted out by what the mirror still shows', async () => {
    const { context, psa } = setUp();
    const id = psa.addTicket(leadTicket({ customFields: { 105: false } })).id;
    const [before, gone] = [
      { ...flagged, id },
      { ...flagged, id: id + 1 },
    ].map((ticket) => known(ticket, { isMirrored: true, ticketObservedAt: 1 }));
    await readBeginnings(
      [before, gone].flatMap((row) => row ?? []),
      context,
    );
    expect([before?.shownOptOut, gone?.shownOptOut]).toEqual([null, null]);
    psa.addTicket(leadTicket({ id: id + 2, customFields: { 105: true } }));
    const still = known({ ...flagged, id: id + 2 }, { isMirrored: true, ticketObservedAt: 1 });
    await readBeginnings([still], context);
    expect(still.shownOptOut).toContain('CF_105');
  });

  it('is not looked at again if the opt-out is recorded', async () => {
    const { context, psa } = setUp();
    const suppressed = { by: 'email', suppressionId: 'sup_1' } as const;
    const row = known(flagged, { suppressed, isMirrored: true, ticketObservedAt: 1 });
    await readBeginnings([row], context);
    expect([row.shownOptOut, psa.calls]).toEqual([null, []]);
  });
});

describe('the warning about a status that maps to none of ours', () => {
  it('names the ticket, the status and the initial status of its record', async () => {
    const { context } = setUp();
    const rows = [rowOf({ statusId: 42 }), rowOf({ statusId: 42, tickettypeId: 2 })];
    await readBeginnings(rows, context);
    expect(rows.flatMap((row) => entryOfUnknownStatus(row, 12))).toMatchObject([
      {
        level: 'warning',
        errorCode: 'STATUS_UNKNOWN',
        leadId: 12,
        jobId: 'job_a1',
        message: expect.stringMatching(/^Ticket 300 has the status 42 .* starts at new_lead$/u),
      },
      { message: expect.stringMatching(/starts at new_prospect$/u) },
    ]);
  });

  it('is not logged otherwise', () => {
    expect(entryOfUnknownStatus(rowOf({ statusId: 2 }), 12)).toEqual([]);
    expect(entryOfUnknownStatus({ ...rowOf(null), unknownStatus: 42 }, 12)).toEqual([]);
  });
});
