import { withTimeout } from '@leadbridge/platform';
import { Gauge, type Registry } from 'prom-client';

/** The value of a gauge; of one with labels, its values by the first label, then by the next. */
type Reading = number | { readonly [label: string]: Reading };

/** Gauges that are read together, with one query to one store or server. */
export interface MetricsPart<Figures, Name extends string = string> {
  readonly name: string;
  /** Of each gauge, which is shown as `leadbridge_<name>`: its help, and its labels. */
  readonly gauges: Readonly<Record<Name, readonly [help: string, ...labels: string[]]>>;
  readonly read: (figures: Figures) => Promise<Readonly<Record<Name, Reading>>>;
}

export function definePart<Figures, Name extends string>(
  part: MetricsPart<Figures, Name>,
): MetricsPart<Figures, Name> {
  return part;
}

/** Shorter than the ten seconds that Prometheus waits by default. */
const responseMs = 3_000;

/**
 * Adds the gauges of a part to a registry.
 *
 * @returns a function that reads all of them. If that fails or takes too long, it rejects, and the gauges are empty: stale values would
 * look like good news
 */
export function registerPart<Figures>(
  registry: Registry,
  { gauges, read }: MetricsPart<Figures>,
  figures: Figures,
): () => Promise<void> {
  const registered = Object.entries(gauges).map(([name, [help, ...labels]]) => ({
    name,
    labels,
    gauge: new Gauge({ name: `leadbridge_${name}`, help, labelNames: labels, registers: [registry] }),
  }));
  return async () => {
    try {
      const readings = await withTimeout(read(figures), responseMs);
      registered.forEach(({ name, labels, gauge }) => show(gauge, readings[name] ?? {}, labels));
    } catch (error) {
      for (const { gauge } of registered) {
        gauge.reset();
        gauge.remove({});
      }
      throw error;
    }
  };
}

function show(
  gauge: Gauge,
  reading: Reading,
  [label = '', ...further]: readonly string[],
  at: Readonly<Record<string, string>> = {},
): void {
  if (typeof reading === 'number') {
    gauge.set(at, reading);
    return;
  }
  for (const [value, inner] of Object.entries(reading)) {
    show(gauge, inner, further, { ...at, [label]: value });
  }
}
