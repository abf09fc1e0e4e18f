export interface PerformanceFigures {
  readonly requests: number;
  /** Milliseconds. */
  readonly average: number;
  readonly p95: number;
  readonly p99: number;
  /** 0 to 1. */
  readonly errorRate: number;
  readonly errorRateByEndpoint: Readonly<Record<string, number>>;
  readonly requestsPerMinute: number;
  readonly bytes: number;
}

/** Each bucket is two per cent wider than the last: a percentile is at most two per cent too high. */
const growth = Math.log(1.02);
const smallest = 0.1;

/** The bucket of a duration, and the upper edge of a bucket, in milliseconds. */
export function bucketOf(milliseconds: number): number {
  return Math.ceil(Math.log(Math.max(milliseconds, smallest) / smallest) / growth);
}

function edgeOf(bucket: number): number {
  return smallest * Math.exp(bucket * growth);
}

export function summarise(
  hashes: readonly Readonly<Record<string, string | number>>[],
  minutes: number,
): PerformanceFigures {
  const totals = new Map<string, number>();
  for (const [field, amount] of hashes.flatMap((hash) => Object.entries(hash))) {
    totals.set(field, (totals.get(field) ?? 0) + Number(amount));
  }
  const total = (field: string): number => totals.get(field) ?? 0;
  const buckets = named(totals, 'bucket ')
    .map(([bucket, count]): [number, number] => [Number(bucket), count])
    .sort(([left], [right]) => left - right);
  const timed = buckets.reduce((sum, [, count]) => sum + count, 0);
  const requests = total('requests');
  return {
    requests,
    average: timed === 0 ? 0 : round(total('microseconds') / 1_000 / timed),
    p95: percentile(buckets, timed, 0.95),
    p99: percentile(buckets, timed, 0.99),
    errorRate: requests === 0 ? 0 : round(total('failed') / requests),
    errorRateByEndpoint: Object.fromEntries(
      named(totals, 'requests ')
        .map(([endpoint, count]): [string, number] => [endpoint, round(total(`failed ${endpoint}`) / count)])
        .sort(([left], [right]) => left.localeCompare(right)),
    ),
    requestsPerMinute: round(requests / minutes),
    bytes: total('bytes'),
  };
}

function named(totals: ReadonlyMap<string, number>, prefix: string): [string, number][] {
  return [...totals].flatMap(([field, amount]): [string, number][] =>
    field.startsWith(prefix) ? [[field.slice(prefix.length), amount]] : [],
  );
}

function percentile(buckets: readonly (readonly [number, number])[], count: number, share: number): number {
  let seen = 0;
  for (const [bucket, amount] of buckets) {
    seen += amount;
    if (seen >= count * share) {
      return round(edgeOf(bucket));
    }
  }
  return 0;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
