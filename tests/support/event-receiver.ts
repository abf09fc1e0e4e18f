import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Longer than the minute for which events above the limit wait, plus the time that a busy machine needs. */
const arrivalMilliseconds = 150_000;

/** One event as it arrived. */
export interface ReceivedEvent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The raw text. */
  readonly body: string;
  /** `evt_…` */
  readonly id: string;
  /** Unix milliseconds. */
  readonly at: number;
}

export type Behaviour = (event: ReceivedEvent, response: ServerResponse, request: IncomingMessage) => void;

export const respondWith =
  (status: number, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_event, response) => {
    response.writeHead(status, headers).end();
  };

export const hang: Behaviour = () => undefined;

/** An external server on this machine: each path responds as configured, with 200 by default. */
export class EventReceiver {
  readonly received: ReceivedEvent[] = [];
  readonly #behaviours = new Map<string, Behaviour>();
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  async start(): Promise<void> {
    this.#server.on('connection', (socket) => this.#sockets.add(socket));
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => this.#server.close(resolve));
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  behave(path: string, behaviour: Behaviour): void {
    this.#behaviours.set(path, behaviour);
  }

  at(path: string): readonly ReceivedEvent[] {
    return this.received.filter((event) => event.path === path);
  }

  /** Waits for this many events at a path. @throws Error if they do not arrive */
  async waitFor(path: string, count: number): Promise<readonly ReceivedEvent[]> {
    const deadline = Date.now() + arrivalMilliseconds;
    for (;;) {
      const events = this.at(path);
      if (new Set(events.map(({ id }) => id)).size >= count) {
        return events;
      }
      if (Date.now() > deadline) {
        throw new Error(`${events.length} events came to ${path}, and not ${count}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const path = request.url ?? '';
    const event: ReceivedEvent = {
      path,
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
      id: String(request.headers['x-webhook-id']),
      at: Date.now(),
    };
    this.received.push(event);
    (this.#behaviours.get(path) ?? respondWith(200))(event, response, request);
  }
}
