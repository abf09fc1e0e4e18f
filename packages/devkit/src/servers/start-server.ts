import { ManagedProcess } from '../processes/managed-process.js';
import { freePort } from '../processes/free-port.js';
import { waitUntil } from '../processes/wait-until.js';

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

const readyLimit = 60_000;
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
      await waitUntil(
        async () => {
          if (!process.running) {
            throw new Error(
              `${start.name} ended while starting:\n${process.output.split('\n').slice(-15).join('\n')}`,
            );
          }
          return (await start.isReady(port)) ? true : null;
        },
        readyLimit,
        () =>
          `${start.name} gave no response within ${readyLimit / 1000} s:\n${process.output.split('\n').slice(-15).join('\n')}`,
      );
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
