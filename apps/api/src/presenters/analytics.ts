import { syncAnalyticsResponse, wireForm, workflowAnalyticsResponse } from '@leadbridge/contracts';
import type { Period, SyncAnalyticsView, WorkflowAnalyticsView } from '@leadbridge/contracts';
import type { SyncFigures, WorkflowFigures } from '@leadbridge/usecases';

export function presentSyncAnalytics(period: Period, figures: SyncFigures): SyncAnalyticsView {
  const bySource = Object.fromEntries(figures.bySource.map(({ source, ...counts }) => [source, counts]));
  return wireForm(syncAnalyticsResponse, { period: presentPeriod(period), totals: figures, bySource });
}

export function presentWorkflowAnalytics(period: Period, figures: WorkflowFigures): WorkflowAnalyticsView {
  return wireForm(workflowAnalyticsResponse, {
    period: presentPeriod(period),
    conversionRates: Object.fromEntries(
      figures.conversionRates.map(({ from, to, rate }) => [`${from}_to_${to}`, rate]),
    ),
    averageTimeInStageHours: Object.fromEntries(
      figures.averageHoursInStage.map(({ status, hours }) => [status, hours]),
    ),
    bottleneck: figures.bottleneck,
    successMetrics: figures,
  });
}

export function presentPeriod({ from, to }: Period): SyncAnalyticsView['period'] {
  return { start: from.toISOString(), end: to.toISOString() };
}
