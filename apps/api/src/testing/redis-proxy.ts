import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface RedisProxy {
  readonly url: string;
  /** Redis is away: connections break, and new ones are refused. */
  cut(): void;
  restore(): Promise<void>;
  close(): void;
}

/** A way to a Redis that a test can cut, while others go on using that Redis. */
export async function startRedisProxy(redisUrl: string): Promise<RedisProxy> {
  const target = new URL(redisUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    server.close();
    open.forEach((socket) => socket.destroy());
  };
  return { url: `redis://127.0.0.1:${port}`, cut, restore: () => listen(port), close: cut };
}
