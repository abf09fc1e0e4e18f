import type { Camelized, Period, WorkflowAnalyticsView } from '@leadbridge/contracts';

import type { AnalyticsReader, DealSums, TransitionFacts } from '../ports/analytics.js';
import { arrivals } from './arrivals.js';

export interface WorkflowFigures extends Camelized<WorkflowAnalyticsView['success_metrics']> {
  /** Transitions in the period, divided by the records that left `from` in it or are there now. */
  readonly conversionRates: readonly { readonly from: string; readonly to: string; readonly rate: number }[];
  readonly averageHoursInStage: readonly { readonly status: string; readonly hours: number }[];
  /** Where records spent the longest time before they left, and the records there now. */
  readonly bottleneck: Camelized<WorkflowAnalyticsView['bottleneck']>;
}

const secondsPerHour = 3_600;
const millisecondsPerDay = 24 * secondsPerHour * 1_000;

/**
 * How records progress, where they stay longest, and how they end (specification, "GET /analytics/workflow").
 */
export async function workflowAnalytics(
  reader: AnalyticsReader,
  period: Period,
  source?: string,
): Promise<WorkflowFigures> {
  const [transitions, standing] = await Promise.all([
    reader.transitions(period, source),
    reader.standing(source),
  ]);
  const stages = leftStages(transitions);
  return {
    conversionRates: transitions.map(({ from, to, count }) => {
      const had = (stages.get(from)?.count ?? 0) + (standing.get(from) ?? 0);
      return { from, to, rate: round(count / had) };
    }),
    averageHoursInStage: [...stages].map(([status, stage]) => ({ status, hours: averageHours(stage) })),
    bottleneck: bottleneck(stages, standing),
    winRate: share(arrivals(transitions, 'won'), arrivals(transitions, 'lost')),
    ...dealAverages(transitions.map(({ deals }) => deals)),
    qualifiedRate: share(arrivals(transitions, 'qualified'), arrivals(transitions, 'disqualified')),
  };
}

interface Stage {
  readonly count: number;
  readonly seconds: number;
}

function leftStages(transitions: readonly TransitionFacts[]): Map<string, Stage> {
  const stages = new Map<string, Stage>();
  for (const { from, count, secondsInFrom } of transitions) {
    const stage = stages.get(from) ?? { count: 0, seconds: 0 };
    stages.set(from, { count: stage.count + count, seconds: stage.seconds + secondsInFrom });
  }
  return stages;
}

function bottleneck(
  stages: ReadonlyMap<string, Stage>,
  standing: ReadonlyMap<string, number>,
): WorkflowFigures['bottleneck'] {
  const [slowest] = [...stages].sort(
    ([, left], [, right]) => right.seconds / right.count - left.seconds / left.count,
  );
  return slowest === undefined
    ? null
    : {
        status: slowest[0],
        averageHours: averageHours(slowest[1]),
        records: standing.get(slowest[0]) ?? 0,
      };
}

function dealAverages(
  deals: readonly DealSums[],
): Pick<WorkflowFigures, 'averageDealValue' | 'averageDaysToWin'> {
  const sum = (name: keyof DealSums): number =>
    deals.reduce((total, { [name]: amount }) => total + amount, 0);
  const average = (amount: number, count: number): number | null =>
    count === 0 ? null : round(amount / count);
  return {
    averageDealValue: average(sum('value'), sum('priced')),
    averageDaysToWin: average(sum('millisecondsToWin') / millisecondsPerDay, sum('dated')),
  };
}

function averageHours({ count, seconds }: Stage): number {
  return round(seconds / count / secondsPerHour);
}

function share(yes: number, no: number): number | null {
  return yes + no === 0 ? null : round(yes / (yes + no));
}

/** Four decimals: more would suggest false precision. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
