import { inSpan, setSpanStatus, withTraceparent } from '@leadbridge/platform';
import type { RequestHandler } from 'express';

import { apiPrefix } from '../../http/api-prefix.js';
import { edgeContext } from '../../http/edge-context.js';

/** One span per request, in the caller's trace. Named by the route's pattern: paths may contain private data. */
export function traceRequests(): RequestHandler {
  return (request, response, next) => {
    const { method } = request;
    const sent = request.headers['traceparent'];
    const span = { kind: 'server', name: method, attributes: { 'http.request.method': method } } as const;
    void withTraceparent(typeof sent === 'string' ? sent : undefined, () =>
      inSpan(span, async (current) => {
        await new Promise<void>((resolve) => {
          response.once('close', resolve);
          next();
        });
        const { route, requestId } = edgeContext(response);
        if (route !== null) {
          current.updateName(`${method} ${apiPrefix}${route}`);
          current.setAttribute('http.route', `${apiPrefix}${route}`);
        }
        current.setAttribute('request.id', requestId);
        setSpanStatus(current, response.statusCode, 500);
      }),
    );
  };
}
