import { Gauge, type Registry } from 'prom-client';

/** Gauges that are read together, as one look at one store or server. */
export interface MetricsPart {
  readonly name: string;
  /** Left out of the answer while the part cannot be read. */
  readonly gauges: readonly Gauge[];
  /** Reads the part; the function that it resolves with sets all gauges at once. Throws where the part cannot be read. */
  readonly read: () => Promise<() => void>;
}

/** A gauge of the service: `leadbridge_<name>`. */
export function gaugeOf<Label extends string = never>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Gauge<Label> {
  return new Gauge({ name: `leadbridge_${name}`, help, labelNames, registers: [registry] });
}
