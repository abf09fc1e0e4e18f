import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Helmet's headers for answers that are data: nothing may be loaded, framed or sniffed, and nothing is kept by caches on the way.
 * Pages for people set a policy of their own.
 */
export function securityHeaders(): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  return (request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    headers(request, response, next);
  };
}
