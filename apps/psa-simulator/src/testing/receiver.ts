import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** The statuses of the next responses, in order; 200 after them. */
  respondWith(...statuses: number[]): void;
  /** Resolves as soon as `count` requests have come. */
  waitFor(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** A receiver of notifications that keeps the raw bytes. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const statuses: number[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, raw: Buffer.concat(chunks) });
      response.writeHead(statuses.shift() ?? 200).end();
      waiting.forEach((check) => {
        check();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications`,
    received,
    respondWith: (...next) => {
      statuses.push(...next);
    },
    waitFor: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (received.length >= count) {
            waiting.delete(check);
            resolve();
          }
        };
        waiting.add(check);
        check();
      }),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
