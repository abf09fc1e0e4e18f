import { describe, expect, it } from '@jest/globals';
import type { TicketSnapshot } from '@leadbridge/domain';

import type { RowPlan } from '../import-row-state.js';
import { alex, leadTicket, rowState, importRow } from '../testing/import-rows.js';
import { optOutOfRow, optOutsOfUnrecordedRows } from './opt-outs-of-rows.js';

const at = '2026-01-31T09:00:00.000Z';
const flagged = { ...alex, do_not_contact: true };
const create: RowPlan = { kind: 'create' };
const adopt: RowPlan = { kind: 'adopt' };
const leave: RowPlan = { kind: 'leave', result: 'preserved', reason: '', kept: {} };

const requestOf = (data: object, plan: RowPlan, ticket: Partial<TicketSnapshot> | null = null) =>
  optOutOfRow(rowState(data, { learnt: { plan, ticket: ticket === null ? null : leadTicket(ticket) } }), {
    leadId: 12,
    psaTicketId: 300,
    at,
  });

describe('the opt-out of a recorded lead', () => {
  it.each([
    ['nothing on a ticket that was created with it', flagged, create, null, []],
    ['both on a ticket of a person who opted out elsewhere', alex, create, null, ['flag', 'list']],
    ['the flag alone on a ticket that was adopted', flagged, adopt, {}, ['flag']],
    ['only the list if people have set the flag', flagged, leave, { customFields: { 105: true } }, ['list']],
    ['both if the ticket was left unchanged', flagged, leave, {}, ['flag', 'list']],
  ])('leaves to be marked %s', (_case, data, plan, ticket, marks) => {
    expect(requestOf(data, plan, ticket).marks).toEqual(marks);
  });

  it('names the source that created the ticket', () => {
    expect(requestOf(flagged, create).leadSource).toBe('CSV');
    expect(requestOf(flagged, leave, { customFields: { 101: 'Provider B' } }).leadSource).toBe('Provider B');
    expect(requestOf(flagged, leave, {}).leadSource).toBeNull();
  });

  it('names who reported it', () => {
    expect(requestOf(flagged, create).reason).toBe('CSV says that the person must not be contacted');
    expect(requestOf(alex, create).reason).toBe('An import contained a lead who has opted out');
    const shown = rowState(alex, { learnt: { plan: leave, shownOptOut: 'Set in the PSA' } });
    expect(optOutOfRow(shown, { leadId: 12, psaTicketId: 300, at }).reason).toBe('Set in the PSA');
  });
});

describe('the opt-outs of rows whose lead is not recorded', () => {
  it('come from rows that carry a flag and identify the person', () => {
    const rows = [flagged, alex, { do_not_contact: true }].map((data) => importRow(data));
    expect(optOutsOfUnrecordedRows(rows, at, { defaultCountry: 'US' })).toMatchObject([
      { leadId: null, ticketId: null, person: { email: 'alex@example.com' }, marks: ['flag', 'list'] },
    ]);
  });
});
