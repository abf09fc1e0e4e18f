import { expect, it } from '@jest/globals';
import { currentTestRun } from '@leadbridge/devkit';

/** A fault, and the guarantee during it. */
export interface Drill {
  /** One sentence, which the list in `tests/drills/README.md` repeats. */
  readonly promise: string;
  /** Why it cannot be run on this machine; null where it can. */
  readonly skipReason?: string | null;
  run(context: DrillContext): Promise<readonly DrillFigure[]>;
}

export interface DrillContext {
  /** Of everything random. */
  readonly seed: number;
  /** For drills whose proof grows with time. */
  readonly isSoak: boolean;
}

/** A measured value with the limits that it must keep; a figure without limits is only reported. */
export interface DrillFigure {
  readonly name: string;
  readonly value: number;
  readonly unit?: 's' | 'ms' | 'MB' | '%';
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** A soak is the longest: half an hour of load. */
const limitMs = 45 * 60_000;

/** Declares a drill as the only test of its file. Its figures are printed, whatever comes of it. */
export function drill({ promise, skipReason = null, run }: Drill): void {
  if (skipReason !== null) {
    it.skip(`${promise} (${skipReason})`, () => {});
    return;
  }
  it(
    promise,
    async () => {
      const { seed, soak } = currentTestRun();
      const figures = await run({ seed, isSoak: soak });
      process.stdout.write(`${figures.map(textOf).join(', ')}\n`);
      expect(figures.filter((figure) => !holds(figure)).map(textOf)).toEqual([]);
    },
    limitMs,
  );
}

/** A figure that must have this value. */
export function exactly(name: string, value: number, expected: number): DrillFigure {
  return { name, value, atMost: expected, atLeast: expected };
}

/** False for NaN, too. */
export function holds({ value, atMost = Infinity, atLeast = -Infinity }: DrillFigure): boolean {
  return value <= atMost && value >= atLeast;
}

function textOf({ name, value, unit, atMost, atLeast }: DrillFigure): string {
  const number = Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);
  const limits =
    atMost === atLeast
      ? [...(atMost === undefined ? [] : [`= ${atMost}`])]
      : [
          ...(atMost === undefined ? [] : [`≤ ${atMost}`]),
          ...(atLeast === undefined ? [] : [`≥ ${atLeast}`]),
        ];
  return `${name} ${number}${unit === undefined ? '' : ` ${unit}`}${limits.length === 0 ? '' : ` (${limits.join(' ')})`}`;
}

/** The value below which `share` (0 to 1) of the values lie; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
