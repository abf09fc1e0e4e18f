import type { PlannedOutcome } from '@leadbridge/contracts';
import { describe, expect, it } from '@jest/globals';

import type { ImportIntent } from '../../ports/import-store.js';
import { outcomeNow } from '../dry-run/plan-of-row.js';
import type { MatchedRow } from '../import-row-state.js';
import { alex, leadTicket, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { compareWithPlan } from './compare-with-plan.js';
import { decide } from './decide.js';

const context = stageContext(createImportWorld());
const begun: ImportIntent = { kind: 'create', at: '2026-01-31T08:59:30.000Z' };

/** A row with an update of its ticket, decided from the current state. */
function rowOf(planned: PlannedOutcome | null, given: RowGiven = {}): MatchedRow {
  const row = rowState(
    { ...alex, technologies: 'AWS' },
    { planned, ...given, learnt: { ticket: leadTicket() } },
  );
  decide([row], context);
  return row;
}

const now = outcomeNow(rowOf(null), context);

describe('a row that carries out a dry run', () => {
  it('continues if its outcome is still the same', () => {
    const row = rowOf(structuredClone(now));
    compareWithPlan([row], context);
    expect(row.outcome).toBeNull();
  });

  it.each<[string, Partial<PlannedOutcome>]>([
    ['another result', { result: 'created' }],
    ['another ticket', { psa_ticket_id: 299 }],
    ['another change', { changes: { CF_106: { from: null, to: 'Azure' } } }],
    ['a change more', { changes: { ...now.changes, CF_107: { from: null, to: '1-10M' } } }],
    ['a change of what has changed since', { changes: { CF_106: { from: 'Azure', to: 'AWS' } } }],
  ])('fails if the dry run showed %s, and reports both', (_what, shown) => {
    const planned = { ...now, ...shown };
    const row = rowOf(planned);
    compareWithPlan([row], context);
    expect(row.outcome).toMatchObject({ status: 'failed', code: 'PLAN_CHANGED', planned, current: now });
  });

  it.each<[string, () => MatchedRow]>([
    ['of an import without a dry run', () => rowOf(null)],
    ['that an earlier run has begun', () => rowOf({ ...now, result: 'created' }, { intent: begun })],
    [
      'that waits for another run',
      () => ({ ...rowOf({ ...now, result: 'created' }), fault: new Error('lost') }),
    ],
  ])('is not compared %s', (_which, given) => {
    const row = given();
    compareWithPlan([row], context);
    expect(row.outcome).toBeNull();
  });

  it('fails alone otherwise', () => {
    const rows = [rowOf({ ...now, result: 'created' }), rowOf(now)];
    compareWithPlan(rows, context);
    expect(rows.map(({ outcome }) => outcome?.status ?? null)).toEqual(['failed', null]);
  });
});
