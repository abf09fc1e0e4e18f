import type { Logger } from './logger.js';
import type { ShutdownStep } from './shutdown.js';
import { logTracingTrouble } from './tracing.js';

/** How long a stop waits for a collector that does not respond. */
const exportTimeoutMilliseconds = 3_000;

/**
 * Sends the spans of the app named `service` to the OpenTelemetry collector at `endpoint` (OTLP over HTTP),
 * and returns the shutdown step that sends the last ones. Without an endpoint nothing is loaded.
 */
export async function startTracing(
  service: string,
  endpoint: string | null,
  logger: Logger,
): Promise<readonly ShutdownStep[]> {
  if (endpoint === null) {
    return [];
  }
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, { BatchSpanProcessor, NodeTracerProvider }] =
    await Promise.all([
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-node'),
    ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: exportTimeoutMilliseconds,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  logTracingTrouble(logger);
  provider.register();
  // An unavailable collector does not make the stop fail.
  const stop = async (): Promise<void> =>
    provider.shutdown().catch((error: unknown) => {
      logger.warn('the last traces could not be sent', { error });
    });
  return [{ name: 'tracing', stop }];
}
