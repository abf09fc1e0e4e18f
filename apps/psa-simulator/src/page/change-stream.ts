import type { Request, Response } from 'express';

const quietMilliseconds = 200;
const heartbeatMilliseconds = 15_000;

/** Tells open pages over server-sent events that something has changed; many changes in a moment are one event. */
export class ChangeStream {
  readonly #open = new Set<Response>();
  #timer: NodeJS.Timeout | undefined;
  #version = 0;

  changed(): void {
    if (this.#open.size === 0 || this.#timer !== undefined) {
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#version += 1;
      for (const response of this.#open) {
        response.write(`event: changed\ndata: ${this.#version}\n\n`);
      }
    }, quietMilliseconds).unref();
  }

  /** Handles `GET /simulator/events`. */
  open(request: Request, response: Response): void {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.write(`retry: 1000\nevent: changed\ndata: ${this.#version}\n\n`);
    const heartbeat = setInterval(() => {
      response.write(': still here\n\n');
    }, heartbeatMilliseconds).unref();
    this.#open.add(response);
    request.once('close', () => {
      clearInterval(heartbeat);
      this.#open.delete(response);
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const response of this.#open) {
      response.end();
    }
    this.#open.clear();
  }
}
