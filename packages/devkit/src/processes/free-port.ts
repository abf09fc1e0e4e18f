import { createServer } from 'node:net';

/** A port of `host` that was free a moment ago. Whoever uses it must still be ready for it to be taken. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') {
          reject(new Error('The system gave no port'));
          return;
        }
        resolve(address.port);
      });
    });
  });
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
