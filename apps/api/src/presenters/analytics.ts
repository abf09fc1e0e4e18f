import type { Period, SyncAnalyticsView, WorkflowAnalyticsView } from '@leadbridge/contracts';
import type { SyncFigures, WorkflowFigures } from '@leadbridge/usecases';

export function presentSyncAnalytics(period: Period, figures: SyncFigures): SyncAnalyticsView {
  return {
    period: presentPeriod(period),
    totals: {
      leads_imported: figures.leadsImported,
      prospects_created: figures.prospectsCreated,
      opportunities_won: figures.opportunitiesWon,
    },
    by_source: Object.fromEntries(
      figures.bySource.map(({ source, leads, successRate }) => [
        source,
        { leads, success_rate: successRate },
      ]),
    ),
  };
}

export function presentWorkflowAnalytics(period: Period, figures: WorkflowFigures): WorkflowAnalyticsView {
  const { bottleneck } = figures;
  return {
    period: presentPeriod(period),
    conversion_rates: Object.fromEntries(
      figures.conversionRates.map(({ from, to, rate }) => [`${from}_to_${to}`, rate]),
    ),
    average_time_in_stage_hours: Object.fromEntries(
      figures.averageHoursInStage.map(({ status, hours }) => [status, hours]),
    ),
    bottleneck:
      bottleneck === null
        ? null
        : {
            status: bottleneck.status,
            average_hours: bottleneck.averageHours,
            records: bottleneck.records,
          },
    success_metrics: {
      win_rate: figures.winRate,
      average_deal_value: figures.averageDealValue,
      average_days_to_win: figures.averageDaysToWin,
      qualified_rate: figures.qualifiedRate,
    },
  };
}

function presentPeriod({ from, to }: Period): SyncAnalyticsView['period'] {
  return { start: from.toISOString(), end: to.toISOString() };
}
