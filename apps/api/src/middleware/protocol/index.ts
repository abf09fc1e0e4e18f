import { AppError } from '@leadbridge/platform';
import type { Request, RequestHandler } from 'express';

/**
 * Rejects what Node would reject by itself without the envelope: an HTTP/1.1 request that does not name its
 * host exactly once, and one with an expectation that no server supports (RFC 9110, "Host" and "Expect").
 */
export function checkProtocol(): RequestHandler {
  return (request, _response, next) => {
    const hosts = countHosts(request);
    if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) {
      throw new AppError('VALIDATION_ERROR', 'A request must have one Host header', {
        details: { field: 'Host', value: null },
      });
    }
    const { expect } = request.headers;
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
      throw new AppError('VALIDATION_ERROR', 'Nothing but 100-continue may be expected', {
        status: 417,
        details: { field: 'Expect', value: expect.slice(0, 100) },
      });
    }
    next();
  };
}

/** Node keeps only the first of several. */
function countHosts({ rawHeaders }: Request): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') {
      count += 1;
    }
  }
  return count;
}
