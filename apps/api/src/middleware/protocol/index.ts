import { AppError } from '@leadbridge/platform';
import type { RequestHandler } from 'express';

import { fieldError } from '../../http/field-error.js';

/**
 * Rejects what Node would reject by itself without the envelope: an HTTP/1.1 request that does not name its
 * host exactly once, and one with an expectation that no server supports (RFC 9110, "Host" and "Expect"). Also
 * a request with two credentials under one name, of which everything behind this would see the first alone.
 */
export function checkProtocol(): RequestHandler {
  return (request, _response, next) => {
    const hosts = request.headersDistinct['host']?.length ?? 0;
    if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) {
      throw fieldError('Host', null, 'A request must have one Host header');
    }
    for (const name of ['Authorization', 'X-API-Key']) {
      if (new Set(request.headersDistinct[name.toLowerCase()]).size > 1) {
        throw new AppError('AUTHENTICATION_ERROR', `The ${name} headers carry different credentials`);
      }
    }
    const { expect } = request.headers;
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
      throw fieldError('Expect', expect.slice(0, 100), 'Nothing but 100-continue may be expected', 417);
    }
    next();
  };
}
