import { describe, expect, it } from '@jest/globals';

import type { RowOutcome, SucceededOutcome } from '../../ports/import-store.js';
import type { RowPlan } from '../import-row-state.js';
import { alex, knownLead, rowState } from '../testing/import-rows.js';
import { timelineOfRow } from './timeline-of-row.js';

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
