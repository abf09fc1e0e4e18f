import { createServer, type RequestListener, type Server } from 'node:http';

/** One listening server, which can be stopped at once with requests in progress. */
export class HttpServer {
  readonly #listener: RequestListener;
  readonly #host: string;
  #server: Server | undefined;
  #port = 0;

  constructor(listener: RequestListener, host: string) {
    this.#listener = listener;
    this.#host = host;
  }

  /** 0 while it does not listen. */
  get port(): number {
    return this.#port;
  }

  get url(): string {
    const host = this.#host === '0.0.0.0' || this.#host === '::' ? 'localhost' : this.#host;
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.#port}`;
  }

  /** Listens on `port`, or on a free one for 0. */
  start(port: number): Promise<void> {
    const server = createServer({ keepAliveTimeout: 60_000 }, this.#listener);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, this.#host, () => {
        server.off('error', reject);
        const address = server.address();
        this.#port = typeof address === 'object' && address !== null ? address.port : 0;
        this.#server = server;
        resolve();
      });
    });
  }

  /** Closes every connection. A later start listens on any port that is asked for. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    }
  }
}
