import type { ManagedProcess } from '../processes/managed-process.js';
import type { RedisServer } from '../servers/redis-server.js';

/** A Redis that a test may take away and bring back with its data, on the same address. */
export class RedisOutage {
  readonly url: string;
  readonly #server: RedisServer;
  #process: ManagedProcess;

  constructor(server: RedisServer) {
    this.url = server.url;
    this.#server = server;
    this.#process = server.process;
  }

  /** Ends it in order (`SIGTERM`) or outright (`SIGKILL`). */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    this.#process.signal(signal);
    await this.#process.exited;
  }

  /** Starts it again; resolves when it responds. */
  async start(): Promise<void> {
    this.#process = await this.#server.relaunch();
  }
}
