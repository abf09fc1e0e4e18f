import { describe, expect, it } from '@jest/globals';
import type { Reconciliation } from '@leadbridge/usecases';

import { shownPart } from '../testing/shown.js';
import { reconciliationPart } from './reconciliation-part.js';

const shownWith = (last: Pick<Reconciliation, 'counts' | 'resolved' | 'finishedAt'> | null) =>
  shownPart(reconciliationPart, {
    reconciliations: { lastFinished: () => Promise.resolve(last as Reconciliation | null) },
  }).read();

const counts = { missing_ticket: 3, duplicate_tickets: 2 } as unknown as Reconciliation['counts'];

describe('the metrics of the reconciliation', () => {
  it('show the findings by kind, those without a remedy, and when it ended', async () => {
    const samples = await shownWith({ counts, resolved: 4, finishedAt: '2026-01-31T09:00:00.500Z' });
    expect(samples).toEqual({
      'reconciliation_findings{kind="missing_ticket"}': 3,
      'reconciliation_findings{kind="duplicate_tickets"}': 2,
      reconciliation_unresolved: 1,
      reconciliation_last_finished_timestamp_seconds: 1_769_850_000.5,
    });
  });

  it('show 0 before the first one', async () => {
    expect(await shownWith(null)).toEqual({
      reconciliation_unresolved: 0,
      reconciliation_last_finished_timestamp_seconds: 0,
    });
  });

  it('never show fewer than 0 unresolved findings', async () => {
    const samples = await shownWith({ counts, resolved: 9, finishedAt: '2026-01-31T09:00:00.000Z' });
    expect(samples['reconciliation_unresolved']).toBe(0);
  });
});
