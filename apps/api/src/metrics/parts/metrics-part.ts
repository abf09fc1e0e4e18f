import { Gauge, type Registry } from 'prom-client';

/** Gauges that are read together, with one query to one store or server. */
export interface MetricsPart {
  readonly name: string;
  /** Omitted from the response while the part cannot be read. */
  readonly gauges: readonly Gauge[];
  /** Reads the part; the returned function sets all gauges at once. Throws if the part cannot be read. */
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
