import { describe, expect, it } from '@jest/globals';

import type { SucceededOutcome } from '../../ports/import-store.js';
import type { MatchedRow, RowPlan } from '../import-row-state.js';
import { alex, knownLead, rowState, type RowGiven } from '../testing/import-rows.js';
import { eventsOf } from './events-of-row.js';

const leave: RowPlan = { kind: 'leave', result: 'preserved', reason: 'Do Not Contact', kept: {} };
const outcomeOf = (result: SucceededOutcome['result']): SucceededOutcome => ({
  ...{ status: 'succeeded', result, leadId: 12, psaTicketId: 300, qualityScore: 50 },
  ...{ warnings: [], actionsTaken: [], fieldsUpdated: ['CF_106'] },
});

function rowOf(plan: RowPlan, isUndone: boolean, given: RowGiven = {}): MatchedRow {
  const row = rowState(alex, { ...given, learnt: { plan } });
  row.known = isUndone ? knownLead(row, { isUndone: true }) : null;
  return row;
}

const data = { lead_id: 12, psa_ticket_id: 300, source: 'csv', job_id: 'job_a1', quality_score: 50 };

describe('the webhook events of a row', () => {
  it.each<[SucceededOutcome['result'], readonly object[]]>([
    ['created', [{ type: 'lead.created', data }]],
    ['updated', [{ type: 'lead.updated', data: { ...data, fields_updated: ['CF_106'] } }]],
    ['skipped', []],
    ['preserved', []],
  ])('that was %s', (result, events) => {
    expect(eventsOf(rowOf({ kind: 'create' }, false), outcomeOf(result))).toEqual(events);
  });

  it('report that a lead whose import was undone is active again, with its initial state', () => {
    const row = rowOf({ kind: 'reopen', changes: {}, note: '' }, true);
    row.begins = { lead: 'researching', prospect: null };
    const { quality_score: _score, ...origin } = data;
    expect(eventsOf(row, outcomeOf('created'))).toEqual([
      { type: 'lead.created', data },
      { type: 'lead.status_changed', data: { ...origin, from: 'undone', to: 'researching' } },
    ]);
  });

  it('do not report an undone lead whose person has opted out since', () => {
    const row = rowOf(leave, true);
    row.suppressed = { by: 'email', suppressionId: 'sup_1' };
    expect(eventsOf(row, outcomeOf('preserved'))).toEqual([]);
  });

  it('belong to the trace of the request that sent the row', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const row = rowOf({ kind: 'reopen', changes: {}, note: '' }, true, { traceparent });
    expect(eventsOf(row, outcomeOf('created'))).toMatchObject([{ traceparent }, { traceparent }]);
  });
});
