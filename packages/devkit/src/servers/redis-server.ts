import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';

import type { ManagedProcess } from '../processes/managed-process.js';
import { startServer } from './start-server.js';

export interface RedisServer {
  readonly process: ManagedProcess;
  readonly port: number;
  readonly url: string;
  /** Starts it again on the same port and data, after its process has ended. */
  relaunch(): Promise<ManagedProcess>;
}

export interface RedisServerSettings {
  readonly binary: string;
  readonly dataDirectory: string;
  readonly port?: number;
  /** True for tests: the data folder goes should this process be killed. */
  readonly temporary?: boolean;
  /** The port of the master that it follows. */
  readonly replicaOf?: number;
  /** For a node of a cluster: how long another node must be silent to count as down. */
  readonly clusterNodeTimeoutMs?: number;
}

/** True once the server responds to a ping; while it still reads its file it responds with `-LOADING`. */
export function respondsToPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 });
    const end = (ready: boolean): void => {
      socket.destroy();
      resolve(ready);
    };
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (response) => {
      end(response.toString().startsWith('+PONG'));
    });
    socket.once('error', () => {
      end(false);
    });
    socket.once('timeout', () => {
      end(false);
    });
    socket.once('end', () => {
      end(false);
    });
  });
}

function topologyParameters({ replicaOf, clusterNodeTimeoutMs }: RedisServerSettings): readonly string[] {
  return [
    // A replica is sent the data at once, and not after the five seconds in which others might ask too.
    ...['--repl-diskless-sync-delay', '0'],
    ...(replicaOf === undefined ? [] : ['--replicaof', `127.0.0.1 ${replicaOf}`]),
    ...(clusterNodeTimeoutMs === undefined
      ? []
      : [
          ...['--cluster-enabled', 'yes', '--cluster-node-timeout', String(clusterNodeTimeoutMs)],
          // One that has met no other does not know its own.
          ...['--cluster-announce-ip', '127.0.0.1'],
        ]),
  ];
}

/**
 * Starts Valkey or Redis on 127.0.0.1 the way the queue needs it: every write in the append-only file, since a queue that
 * forgets is none, and nothing evicted.
 */
export async function startRedis(settings: RedisServerSettings): Promise<RedisServer> {
  await mkdir(settings.dataDirectory, { recursive: true });
  const { process, port } = await startServer({
    name: 'Redis',
    binary: settings.binary,
    parameters: (chosen) => [
      ...['--port', String(chosen), '--bind', '127.0.0.1', '--dir', settings.dataDirectory],
      ...['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', ''],
      ...topologyParameters(settings),
    ],
    isReady: respondsToPing,
    ...(settings.port === undefined ? {} : { port: settings.port }),
    ...(settings.temporary === true ? { temporaryDirectory: settings.dataDirectory } : {}),
  });
  return {
    process,
    port,
    url: `redis://127.0.0.1:${port}`,
    relaunch: async () => (await startRedis({ ...settings, port })).process,
  };
}
