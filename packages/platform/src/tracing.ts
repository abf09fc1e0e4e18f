import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  ProxyTracerProvider,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Attributes, Span } from '@opentelemetry/api';

import type { Logger } from './logger.js';

export type { Span } from '@opentelemetry/api';

const tracerName = 'leadbridge';
const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT };

/** Names and attributes leave the service: no personal data, no query values, no secrets. */
export interface SpanDescription {
  readonly kind: keyof typeof kinds;
  readonly name: string;
  readonly attributes?: Attributes;
}

/**
 * Runs `work` in a span of the current trace, or of a new one. If it throws, the span contains the kind of
 * error but not its message, which may quote a record. Costs almost nothing until an app starts an exporter.
 */
export async function inSpan<T>(
  { kind, name, attributes = {} }: SpanDescription,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const tracer = trace.getTracer(tracerName);
  return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** True once an exporter was started; before that, work that is only needed for tracing can be skipped. */
export function isTracing(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(tracerName) !== undefined;
}

/** Sets the HTTP status that ended a request or a call; from `failsAt` on the span counts as failed. */
export function setSpanStatus(span: Span, status: number, failsAt: 400 | 500): void {
  span.setAttribute('http.response.status_code', status);
  if (status >= failsAt) {
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
}

/** The span that something came from, as a W3C `traceparent`; missing without tracing. */
export interface Traced {
  readonly traceparent?: string;
}

/** The current span, to be stored or sent with work that continues elsewhere or later. */
export function currentTrace(): Traced {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return traceOf(carrier);
}

/** Only the trace of a larger object. */
export function traceOf({ traceparent }: Traced): Traced {
  return traceparent === undefined ? {} : { traceparent };
}

/** Runs `work` in the trace of `traceparent`; if that is missing or malformed, in the current trace. */
export function withTraceparent<T>(traceparent: string | undefined, work: () => T): T {
  return traceparent === undefined
    ? work()
    : context.with(propagation.extract(context.active(), { traceparent }), work);
}

/** Logs problems with sending spans; tracing itself never fails a request or a job. */
export function logTracingTrouble(logger: Logger): void {
  const warn = (detail: string): void => {
    logger.warn('traces could not be sent', { detail });
  };
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN },
  );
}
