import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface ServerProxy {
  /** The host and port to use in place of the server's. */
  readonly host: string;
  /** The server is away: connections break, and new ones are refused. */
  cut(): void;
  restore(): Promise<void>;
  /** The server hangs: connections stay, new ones are accepted, and there is no response. */
  freeze(): void;
  thaw(): void;
  /** Requests arrive; the connection breaks with the first byte of the response. */
  loseResponses(isLosing: boolean): void;
  close(): void;
}

/** A way to the server of this address (`redis://…`, `mongodb://…`) that a test can cut or block, while others go on using that server. */
export async function startServerProxy(address: string): Promise<ServerProxy> {
  const target = new URL(address);
  /** Each end of a connection, with the other. */
  const open = new Map<Socket, Socket>();
  let frozen = false;
  let isLosing = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    upstream.on('data', () => {
      if (isLosing) {
        upstream.destroy();
        client.destroy();
      }
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.set(socket, other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      if (!frozen) {
        socket.pipe(other);
      }
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
    open.forEach((_other, socket) => socket.destroy());
  };
  return {
    host: `127.0.0.1:${port}`,
    cut,
    restore: () => listen(port),
    freeze() {
      frozen = true;
      open.forEach((_other, socket) => socket.unpipe());
    },
    thaw() {
      // A second pipe between the same two would say everything twice.
      if (frozen) {
        frozen = false;
        open.forEach((other, socket) => socket.pipe(other));
      }
    },
    loseResponses(losing) {
      isLosing = losing;
    },
    close: cut,
  };
}
