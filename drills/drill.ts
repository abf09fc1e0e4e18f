/** One thing that goes wrong, and what is promised then. */
export interface Drill {
  /** Its place in the list, by which it is chosen too. */
  readonly number: number;
  readonly name: string;
  /** In one sentence, as the README's list has it. */
  readonly promise: string;
  /** About how long it takes on two cores; the long ones begin first. */
  readonly usualSeconds: number;
  /** It judges how soon answers come, or how much memory is in use, so no other drill runs beside it. */
  readonly runsAlone?: true;
  run(context: DrillContext): Promise<readonly DrillFigure[]>;
}

export interface DrillContext {
  /** Of everything that is left to chance. */
  readonly seed: number;
  /** For drills whose proof grows with time. */
  readonly isSoak: boolean;
}

/** What was measured, and what it may be at most or must be at least; without either it tells, and judges nothing. */
export interface DrillFigure {
  readonly name: string;
  readonly value: number;
  readonly unit?: 's' | 'ms' | 'MB' | '%';
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Thrown by a drill that cannot be run on this machine: it says SKIP and why, which is no PASS. */
export class DrillSkipped extends Error {
  override readonly name = 'DrillSkipped';
}

/** A figure that must be this and nothing else. */
export function exactly(name: string, value: number, expected: number): DrillFigure {
  return { name, value, atMost: expected, atLeast: expected };
}

export function holds({ value, atMost, atLeast }: DrillFigure): boolean {
  return (
    !Number.isNaN(value) &&
    value <= (atMost ?? Number.POSITIVE_INFINITY) &&
    value >= (atLeast ?? Number.NEGATIVE_INFINITY)
  );
}

/** The value below which `share` (0 to 1) of the values lie; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
