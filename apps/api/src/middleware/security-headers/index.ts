import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** For data: nothing may be loaded, framed, sniffed or stored. Pages for people set their own policy. */
export function securityHeaders(): RequestHandler {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
      },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'no-referrer' },
    }),
  );
  return (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    for (const [name, value] of headers) {
      response.setHeader(name, value);
    }
    next();
  };
}

type HeaderSetter = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** None of them depends on the request, so helmet runs once instead of for every request. */
function headersOf(setter: HeaderSetter): readonly (readonly [name: string, value: string])[] {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  setter(response.req, response, (error) => {
    if (error instanceof Error) {
      throw error;
    }
  });
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
