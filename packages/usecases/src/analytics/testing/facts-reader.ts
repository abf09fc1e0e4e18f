import type {
  AnalyticsReader,
  DealSums,
  IntervalFacts,
  SourceFacts,
  TransitionFacts,
} from '../../ports/analytics.js';

export const period = {
  from: new Date('2026-01-01T00:00:00.000Z'),
  to: new Date('2026-01-31T23:59:59.999Z'),
};
export const noDeals: DealSums = { priced: 0, value: 0, dated: 0, millisecondsToWin: 0 };

interface Facts {
  readonly facts?: readonly SourceFacts[];
  readonly transitions?: readonly TransitionFacts[];
  readonly standing?: Readonly<Record<string, number>>;
  readonly history?: readonly IntervalFacts[];
  /** Takes the source that each reading was restricted to. */
  readonly asked?: (string | undefined)[];
}

/** Reads given facts. */
export function factsReader({
  facts = [],
  transitions = [],
  standing = {},
  history = [],
  asked = [],
}: Facts): AnalyticsReader {
  return {
    async sourceFacts(_period, source) {
      asked.push(source);
      return facts;
    },
    async transitions(_period, source) {
      asked.push(source);
      return transitions;
    },
    async standing(source) {
      asked.push(source);
      return new Map(Object.entries(standing));
    },
    async importHistory(_period, intervalMs, source) {
      asked.push(`${source} every ${intervalMs} ms`);
      return history;
    },
  };
}
