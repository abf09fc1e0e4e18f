import { ManagedProcess } from '../processes/managed-process.js';
import { freePort } from '../processes/free-port.js';
import { waitUntilReady } from '../processes/wait-until-ready.js';

export interface ServerStart {
  readonly name: string;
  readonly binary: string;
  readonly parameters: (port: number) => readonly string[];
  /** True once the server responds; an error thrown here is final. */
  readonly isReady: (port: number) => Promise<boolean>;
  /** The port of an earlier start, kept for clients that hold the address. */
  readonly port?: number;
  readonly temporaryDirectory?: string;
}

const pauseMs = 25;
const portAttempts = 3;
const portTaken = /address already in use|EADDRINUSE/i;

/** Starts a server program on a free port of 127.0.0.1 and waits until it responds. @throws Error with its last output */
export async function startServer(start: ServerStart): Promise<{ process: ManagedProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = start.port ?? (await freePort());
    const process = new ManagedProcess({
      name: start.name,
      command: start.binary,
      parameters: start.parameters(port),
      environment: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      ...(start.temporaryDirectory === undefined ? {} : { temporaryDirectory: start.temporaryDirectory }),
    });
    try {
      await waitUntilReady(process, async () => start.isReady(port), pauseMs);
      return { process, port };
    } catch (error) {
      await process.stop(5_000);
      // Between choosing the port and using it another process may have come first.
      if (attempt === portAttempts || !portTaken.test(process.output)) {
        throw error;
      }
    }
  }
}
