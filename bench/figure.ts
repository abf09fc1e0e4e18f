/** One row of the table: the values of its repetitions, in the unit named, against its goal. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly number[];
  /** What the median is held against; `null` for a row that is there to compare with. */
  readonly goal: { readonly atMost: number } | { readonly atLeast: number } | null;
  /** What a reader must know to interpret it. */
  readonly note?: string;
}

/** A measurement starts what it needs, measures, and stops it again. */
export interface Measurement {
  readonly name: string;
  readonly title: string;
  run(): Promise<readonly Figure[]>;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which the given share of the values lies; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function isReached({ values, goal }: Figure): boolean | null {
  if (goal === null) {
    return null;
  }
  return 'atMost' in goal ? median(values) <= goal.atMost : median(values) >= goal.atLeast;
}
