import type { RequestHandler } from 'express';

import { edgeContext } from '../../http/edge-context.js';
import type { PerformanceLog } from './performance-log.js';

export { createPerformanceLog, type PerformanceLog } from './performance-log.js';

/** Probes come often and cost nothing: they would make every figure look better than it is. */
const probes = new Set(['/health', '/livez', '/readyz']);

/** Measures each request from its arrival to its last byte. */
export function measureRequests(log: Pick<PerformanceLog, 'record'>): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { socket } = request;
    const read = socket.bytesRead;
    const written = socket.bytesWritten;
    response.once('close', () => {
      const { route } = edgeContext(response);
      if (route !== null && probes.has(route)) {
        return;
      }
      const streamed = String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
      log.record({
        endpoint: route === null ? null : route.replaceAll(/:(\w+)/g, '{$1}'),
        failed: response.statusCode >= 500,
        // How long a stream of events lasts is up to its reader.
        milliseconds: streamed ? null : performance.now() - startedAt,
        bytes:
          bodyBytes(request.headers['content-length'], socket.bytesRead - read) +
          bodyBytes(response.getHeader('content-length'), socket.bytesWritten - written),
      });
    });
    next();
  };
}

/** What the header says; for a body of unknown length what went over the connection. */
function bodyBytes(header: unknown, transferred: number): number {
  const length = Number(header ?? Number.NaN);
  return Number.isFinite(length) ? length : Math.max(0, transferred);
}
