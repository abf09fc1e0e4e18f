import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PushedOptOut {
  /** Unix milliseconds. */
  readonly at: number;
  /** `/a`, `/b` … */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface SuppressionEndpoint {
  readonly origin: string;
  /** Everything that was pushed, or what was pushed for one person. */
  pushed(email?: string): readonly PushedOptOut[];
  /** Responds with these statuses in order, then with 200; 0 leaves a request without a response. */
  respondWith(...statuses: number[]): void;
  /** Responds with 429 and asks to wait this long, until `respondWith` is called. */
  askToWait(seconds: number): void;
  stop(): Promise<void>;
}

/** A provider's address for opt-outs, as far as tests need one. */
export async function startSuppressionEndpoint(): Promise<SuppressionEndpoint> {
  const pushes: PushedOptOut[] = [];
  let statuses: number[] = [];
  let retryAfterSeconds: number | null = null;
  const server = createServer((request, response) => {
    const at = Date.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as PushedOptOut['body'];
      pushes.push({ at, path: request.url ?? '', headers: request.headers, body });
      const status = statuses.shift() ?? (retryAfterSeconds === null ? 200 : 429);
      if (status !== 0) {
        const retryAfter = retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) };
        response.writeHead(status, { 'content-type': 'application/json', ...retryAfter }).end('{}');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushed: (email) => pushes.filter(({ body }) => email === undefined || body['email'] === email),
    respondWith: (...next) => {
      statuses = next;
      retryAfterSeconds = null;
    },
    askToWait: (seconds) => {
      retryAfterSeconds = seconds;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
