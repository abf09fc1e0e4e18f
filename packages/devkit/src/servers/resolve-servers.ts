import { join } from 'node:path';

import { ServerUnavailableError, type Report } from '../binaries/binary-source.js';
import { locateMongod, locateValkey } from '../binaries/locate.js';
import { withDatabase } from './mongodb-uri.js';
import { startMongodb, type MongodbServer } from './mongodb-server.js';
import { startRedis, type RedisServer } from './redis-server.js';

export interface ResolveServersOptions {
  /** `MONGODB_URI` and `REDIS_URL` are taken as they are; whichever is missing is started here. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where started servers keep their data. */
  readonly dataDirectory: string;
  /** The data are worthless once this process has gone. */
  readonly temporary: boolean;
  readonly report: Report;
}

export interface Servers {
  mongodbUri(database: string): string;
  readonly redisUrl: string;
  /** What was started here; null where an address was given. */
  readonly mongodb: MongodbServer | null;
  readonly redis: RedisServer | null;
  /** Stops what was started here. */
  stop(): Promise<void>;
}

async function resolveMongodb(options: ResolveServersOptions): Promise<MongodbServer | null> {
  if (options.environment['MONGODB_URI']) {
    options.report('MongoDB: the server of MONGODB_URI');
    return null;
  }
  const dataDirectory = join(options.dataDirectory, 'mongodb');
  return startMongodb({ binary: await locateMongod(options), dataDirectory, temporary: options.temporary });
}

async function resolveRedis(options: ResolveServersOptions): Promise<RedisServer | null> {
  if (options.environment['REDIS_URL']) {
    options.report('Redis: the server of REDIS_URL');
    return null;
  }
  const dataDirectory = join(options.dataDirectory, 'redis');
  return startRedis({ binary: await locateValkey(options), dataDirectory, temporary: options.temporary });
}

/** Real servers for a start or a test run. @throws ServerUnavailableError naming, for each that is missing, every step tried */
export async function resolveServers(options: ResolveServersOptions): Promise<Servers> {
  const failures: string[] = [];
  const noteFailure = (error: unknown): null => {
    failures.push(error instanceof Error ? error.message : String(error));
    return null;
  };
  const [mongodb, redis] = await Promise.all([
    resolveMongodb(options).catch(noteFailure),
    resolveRedis(options).catch(noteFailure),
  ]);
  const stop = async (): Promise<void> => {
    await Promise.all([mongodb?.process.stop(), redis?.process.stop()]);
  };
  if (failures.length > 0) {
    await stop();
    throw new ServerUnavailableError(failures.sort().join('\n'));
  }
  const given = options.environment['MONGODB_URI'] ?? '';
  return {
    mongodb,
    redis,
    mongodbUri: (database) => mongodb?.uri(database) ?? withDatabase(given, database),
    redisUrl: redis?.url ?? options.environment['REDIS_URL'] ?? '',
    stop,
  };
}
