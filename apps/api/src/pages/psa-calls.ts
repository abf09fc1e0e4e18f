/** What became of the workers' calls to the PSA: Unix seconds, 0 for never. */
export interface PsaCalls {
  readonly answeredAt: number;
  readonly failedAt: number;
}

const samples = /^leadbridge_psa_last_(answer|failure)_timestamp_seconds(?:\{[^}]*\})? (\S+)$/gmu;

/**
 * Of all workers together. An address that takes connections says little of the PSA behind it; that its last call failed, and none has been
 * answered since, says more, and costs no call.
 *
 * @param expositions what each worker published, in the text format of Prometheus
 */
export function psaCallsOf(expositions: readonly string[]): PsaCalls {
  const found = expositions.flatMap((text) => [...text.matchAll(samples)]);
  const last = (kind: string): number =>
    Math.max(0, ...found.filter(([, of]) => of === kind).map(([, , seconds]) => Number(seconds)));
  return { answeredAt: last('answer'), failedAt: last('failure') };
}
