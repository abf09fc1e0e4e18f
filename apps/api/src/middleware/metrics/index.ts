import type { RequestHandler } from 'express';

import { edgeContext } from '../../http/edge-context.js';
import type { FinishedRequest } from '../../metrics/http-metrics.js';
import type { PerformanceLog } from './performance-log.js';

export { createPerformanceLog, type PerformanceLog } from './performance-log.js';

/** Probes are frequent and cheap: they would make every metric look better than it is. */
const probes = new Set(['/health', '/livez', '/metrics', '/readyz']);

/**
 * Measures each request from its arrival to its last byte.
 *
 * @param count is called for every request, including probes
 */
export function measureRequests(
  log: Pick<PerformanceLog, 'record'>,
  count?: (request: FinishedRequest) => void,
): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { socket } = request;
    const read = socket.bytesRead;
    const written = socket.bytesWritten;
    response.once('close', () => {
      const { route } = edgeContext(response);
      const streamed = String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
      // The reader determines how long a stream of events lasts.
      const milliseconds = streamed ? null : performance.now() - startedAt;
      count?.({
        method: request.method,
        route,
        status: response.statusCode,
        seconds: milliseconds === null ? null : milliseconds / 1_000,
      });
      if (route !== null && probes.has(route)) {
        return;
      }
      log.record({
        endpoint: route === null ? null : route.replaceAll(/:(\w+)/g, '{$1}'),
        failed: response.statusCode >= 500,
        milliseconds,
        bytes:
          bodyBytes(request.headers['content-length'], socket.bytesRead - read) +
          bodyBytes(response.getHeader('content-length'), socket.bytesWritten - written),
      });
    });
    next();
  };
}

/** The size in the header; for a body of unknown length, the bytes on the connection. */
function bodyBytes(header: unknown, transferred: number): number {
  const length = Number(header ?? Number.NaN);
  return Number.isFinite(length) ? length : Math.max(0, transferred);
}
