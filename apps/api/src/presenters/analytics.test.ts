import { describe, expect, it } from '@jest/globals';
import type { WorkflowFigures } from '@leadbridge/usecases';

import { presentSyncAnalytics, presentWorkflowAnalytics } from './analytics.js';

const period = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-02-01T00:00:00Z') };
const shownPeriod = { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' };

describe('the analytics of imports', () => {
  it('show totals, and each source by its name', () => {
    expect(
      presentSyncAnalytics(period, {
        leadsImported: 12,
        prospectsCreated: 3,
        opportunitiesWon: 1,
        bySource: [
          { source: 'provider_a', leads: 10, successRate: 0.9 },
          { source: 'csv', leads: 2, successRate: 1 },
        ],
      }),
    ).toEqual({
      period: shownPeriod,
      totals: { leads_imported: 12, prospects_created: 3, opportunities_won: 1 },
      by_source: { provider_a: { leads: 10, success_rate: 0.9 }, csv: { leads: 2, success_rate: 1 } },
    });
  });

  it('show no sources for a period without imports', () => {
    const figures = { leadsImported: 0, prospectsCreated: 0, opportunitiesWon: 0, bySource: [] };
    expect(presentSyncAnalytics(period, figures).by_source).toEqual({});
  });
});

describe('the analytics of the workflow', () => {
  const figures: WorkflowFigures = {
    conversionRates: [
      { from: 'lead', to: 'prospect', rate: 0.25 },
      { from: 'prospect', to: 'opportunity', rate: null },
    ],
    averageHoursInStage: [{ status: 'new', hours: 12.5 }],
    bottleneck: { status: 'contacted', averageHours: 90, records: 4 },
    winRate: 0.5,
    averageDealValue: 12_000,
    averageDaysToWin: 21,
    qualifiedRate: null,
  } as unknown as WorkflowFigures;

  it('name each conversion by its two stages', () => {
    expect(presentWorkflowAnalytics(period, figures)).toEqual({
      period: shownPeriod,
      conversion_rates: { lead_to_prospect: 0.25, prospect_to_opportunity: null },
      average_time_in_stage_hours: { new: 12.5 },
      bottleneck: { status: 'contacted', average_hours: 90, records: 4 },
      success_metrics: {
        win_rate: 0.5,
        average_deal_value: 12_000,
        average_days_to_win: 21,
        qualified_rate: null,
      },
    });
  });

  it('show no bottleneck if nothing waits', () => {
    expect(presentWorkflowAnalytics(period, { ...figures, bottleneck: null }).bottleneck).toBeNull();
  });
});
