import type { Period, WorkflowAnalyticsView } from '@leadbridge/contracts';

import type { AnalyticsReader, MoveFacts } from '../ports/analytics.js';

type Figures = Omit<WorkflowAnalyticsView, 'period'>;

const secondsPerHour = 3_600;

/** How records move on, where they stay long, and what comes of them (specification, "GET /analytics/workflow"). */
export async function workflowAnalytics(
  reader: AnalyticsReader,
  period: Period,
  source?: string,
): Promise<Figures> {
  const [moves, standing, deals] = await Promise.all([
    reader.moves(period, source),
    reader.standing(source),
    reader.deals(period, source),
  ]);
  const stages = leftStages(moves);
  const arrived = (status: string): number => sum(moves.filter(({ to }) => to === status));
  return {
    conversion_rates: Object.fromEntries(
      moves.map(({ from, to, count }) => {
        const had = (stages.get(from)?.count ?? 0) + (standing.get(from) ?? 0);
        return [`${from}_to_${to}`, round(count / had)];
      }),
    ),
    average_time_in_stage_hours: Object.fromEntries(
      [...stages].map(([status, stage]) => [status, averageHours(stage)]),
    ),
    bottleneck: bottleneck(stages, standing),
    success_metrics: {
      win_rate: share(arrived('won'), arrived('lost')),
      average_deal_value: deals.averageValue === null ? null : round(deals.averageValue),
      average_days_to_win: deals.averageDaysToWin === null ? null : round(deals.averageDaysToWin),
      qualified_rate: share(arrived('qualified'), arrived('disqualified')),
    },
  };
}

interface Stage {
  readonly count: number;
  readonly seconds: number;
}

function leftStages(moves: readonly MoveFacts[]): Map<string, Stage> {
  const stages = new Map<string, Stage>();
  for (const { from, count, secondsInFrom } of moves) {
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

function averageHours({ count, seconds }: Stage): number {
  return round(seconds / count / secondsPerHour);
}

function share(yes: number, no: number): number | null {
  return yes + no === 0 ? null : round(yes / (yes + no));
}

function sum(moves: readonly MoveFacts[]): number {
  return moves.reduce((total, { count }) => total + count, 0);
}

/** Four decimals: more would only look exact. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
