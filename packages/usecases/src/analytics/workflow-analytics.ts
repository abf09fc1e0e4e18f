import type { Period, WorkflowAnalyticsView } from '@leadbridge/contracts';

import type { AnalyticsReader, DealSums, TransitionFacts } from '../ports/analytics.js';
import { arrivals } from './arrivals.js';

type Figures = Omit<WorkflowAnalyticsView, 'period'>;

const secondsPerHour = 3_600;
const millisecondsPerDay = 24 * secondsPerHour * 1_000;

/** How records move on, where they stay long, and what comes of them (specification, "GET /analytics/workflow"). */
export async function workflowAnalytics(
  reader: AnalyticsReader,
  period: Period,
  source?: string,
): Promise<Figures> {
  const [transitions, standing] = await Promise.all([
    reader.transitions(period, source),
    reader.standing(source),
  ]);
  const stages = leftStages(transitions);
  return {
    conversion_rates: Object.fromEntries(
      transitions.map(({ from, to, count }) => {
        const had = (stages.get(from)?.count ?? 0) + (standing.get(from) ?? 0);
        return [`${from}_to_${to}`, round(count / had)];
      }),
    ),
    average_time_in_stage_hours: Object.fromEntries(
      [...stages].map(([status, stage]) => [status, averageHours(stage)]),
    ),
    bottleneck: bottleneck(stages, standing),
    success_metrics: {
      win_rate: share(arrivals(transitions, 'won'), arrivals(transitions, 'lost')),
      ...dealAverages(transitions.map(({ deals }) => deals)),
      qualified_rate: share(arrivals(transitions, 'qualified'), arrivals(transitions, 'disqualified')),
    },
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

/** The stage in which records stood the longest before they left it. */
function bottleneck(
  stages: ReadonlyMap<string, Stage>,
  standing: ReadonlyMap<string, number>,
): Figures['bottleneck'] {
  const [slowest] = [...stages].sort(
    ([, left], [, right]) => right.seconds / right.count - left.seconds / left.count,
  );
  return slowest === undefined
    ? null
    : {
        status: slowest[0],
        average_hours: averageHours(slowest[1]),
        records: standing.get(slowest[0]) ?? 0,
      };
}

function dealAverages(
  deals: readonly DealSums[],
): Pick<Figures['success_metrics'], 'average_deal_value' | 'average_days_to_win'> {
  const sum = (name: keyof DealSums): number =>
    deals.reduce((total, { [name]: amount }) => total + amount, 0);
  const average = (amount: number, count: number): number | null =>
    count === 0 ? null : round(amount / count);
  return {
    average_deal_value: average(sum('value'), sum('priced')),
    average_days_to_win: average(sum('millisecondsToWin') / millisecondsPerDay, sum('dated')),
  };
}

function averageHours({ count, seconds }: Stage): number {
  return round(seconds / count / secondsPerHour);
}

function share(yes: number, no: number): number | null {
  return yes + no === 0 ? null : round(yes / (yes + no));
}

/** Four decimals: more would only look exact. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
