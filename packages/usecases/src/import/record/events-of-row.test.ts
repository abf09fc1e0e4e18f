import { describe, expect, it } from '@jest/globals';

import type { SucceededOutcome, RowOutcome } from '../../ports/import-store.js';
import type { MatchedRow, RowPlan } from '../import-row-state.js';
import { alex, knownLead, rowState, type RowGiven } from '../testing/import-rows.js';
import { eventsOf, timelineOfRow } from './events-of-row.js';

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

const at = '2026-01-31T09:00:00.000Z';

describe('the entry in the history of a lead', () => {
  const update: RowPlan = {
    ...{ kind: 'update', customFields: { 106: 'AWS' }, contact: {}, fieldsUpdated: ['CF_106'] },
    ...{ fieldsPreserved: [], manualWorkDetected: false, note: '', kept: {} },
    changes: { CF_106: { from: 'x'.repeat(500), to: 'y'.repeat(501) }, CF_112: { from: null, to: 1999 } },
  };
  const succeeded: SucceededOutcome = {
    ...{ status: 'succeeded', result: 'updated', leadId: 12, psaTicketId: 300, qualityScore: 40 },
    ...{ warnings: [], actionsTaken: [], fieldsPreserved: ['CF_102'], manualWorkDetected: true },
  };
  const entryOf = (outcome: RowOutcome, plan: RowPlan | null, isKnown = true) => {
    const row = rowState(alex, { index: 4, row: 9, learnt: { plan } });
    row.known = isKnown ? knownLead(row) : null;
    return timelineOfRow(row, { outcome, leadId: 12, at });
  };
  const base = { kind: 'import', leadId: 12, at, jobId: 'job_a1', index: 4, row: 9, source: 'csv' };

  it('contains the result of the import, with long texts truncated', () => {
    expect(entryOf(succeeded, update)).toEqual({
      ...base,
      ...{ result: 'updated', reason: null, psaTicketId: 300 },
      ...{ fieldsPreserved: ['CF_102'], manualWorkDetected: true },
      changes: {
        CF_106: { from: 'x'.repeat(500), to: `${'y'.repeat(500)}…` },
        CF_112: { from: null, to: 1999 },
      },
    });
  });

  it('contains no change for an unchanged lead, and the reason', () => {
    const { fieldsPreserved: _kept, manualWorkDetected: _work, ...outcome } = succeeded;
    const left = { ...outcome, result: 'preserved', reason: 'Do Not Contact' } as const;
    const plan: RowPlan = { kind: 'leave', result: 'preserved', reason: 'Do Not Contact', kept: {} };
    expect(entryOf(left, plan)).toMatchObject({
      ...{ result: 'preserved', reason: 'Do Not Contact', changes: {} },
      ...{ fieldsPreserved: [], manualWorkDetected: false },
    });
  });

  it('contains the code of a failure, and the existing ticket', () => {
    const failed = { status: 'failed', code: 'EXTERNAL_API_ERROR', error: 'no' } as const;
    const entry = {
      ...base,
      ...{ result: 'failed', reason: 'EXTERNAL_API_ERROR', changes: {}, manualWorkDetected: false },
    };
    expect(entryOf(failed, update)).toMatchObject({ ...entry, psaTicketId: 300 });
    expect(entryOf(failed, update, false)).toMatchObject({ ...entry, psaTicketId: null });
  });
});
