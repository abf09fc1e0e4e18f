import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below those that systems hand out by themselves, to clients and to servers that ask for any: a port of these is taken by
 * chance only by who looks for one as we do.
 */
const [lowest, highest] = [20_000, 32_000];
const attempts = 100;

/**
 * A port of `host` that was free a moment ago. Whoever uses it must still be ready for it to be taken.
 *
 * @throws Error where `host` cannot be listened on
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  let problem: string | null = null;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(lowest, highest);
    problem = await whyNotFree(port, host);
    if (problem === null) {
      return port;
    }
  }
  throw new Error(`No free port of ${host} was found (${problem ?? ''})`);
}

/** Null where `port` of `host` can be listened on, else the error's code, such as `EADDRINUSE`. */
export function whyNotFree(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? error.message);
    });
    server.listen(port, host, () => {
      server.close(() => {
        resolve(null);
      });
    });
  });
}
