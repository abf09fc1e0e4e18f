import { once } from 'node:events';
import { createServer, request as httpRequest, IncomingMessage } from 'node:http';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { duplexPair } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** Whose request it is that calls the API again. */
export interface OuterCaller {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  readonly requestId: string;
}

/** Calls the API as the caller of another request. */
export type CallWithin = (caller: OuterCaller) => (request: Request) => Promise<Response>;

/**
 * Sends requests to the API within the process, as the caller of another request: with their credential, address and request id, so that
 * every gate applies to them and nobody gains rights. The server never listens; both ends of each connection are in memory.
 */
export function createCallWithin(api: RequestListener): CallWithin {
  const server = createServer(api);
  return ({ headers, address, requestId }) =>
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const [near, far] = duplexPair();
      server.emit('connection', Object.assign(far, { remoteAddress: address }));
      const sent = httpRequest({
        createConnection: () => near,
        method: request.method,
        path: pathname + search,
        headers: {
          ...Object.fromEntries(request.headers),
          ...credentialOf(headers),
          'x-request-id': requestId,
          connection: 'close',
        },
      });
      sent.end(Buffer.from(await request.arrayBuffer()));
      const received: readonly unknown[] = await once(sent, 'response');
      const response = received[0];
      if (!(response instanceof IncomingMessage)) {
        throw new Error('There was no response');
      }
      return await asResponse(response);
    };
}

function credentialOf({
  authorization,
  'x-api-key': apiKey,
}: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(typeof apiKey === 'string' ? { 'x-api-key': apiKey } : {}),
  };
}

async function asResponse(response: IncomingMessage): Promise<Response> {
  const body = await buffer(response);
  return new Response(body.length === 0 ? null : new Uint8Array(body), {
    status: response.statusCode ?? 500,
    headers: Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
  });
}
