import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll } from '@jest/globals';
import type { Role } from '@leadbridge/contracts';
import { lendDatabase, testServers } from '@leadbridge/devkit';
import { newId, silentLogger, type Clock, type Logger } from '@leadbridge/platform';
import { connectMongo } from '@leadbridge/store';
import { hashApiKey } from '@leadbridge/usecases';

import { composeApi, type ComposedApi } from '../compose.js';
import { loadApiConfig } from '../config.js';
import { startServer } from '../server.js';
import { cheapPasswords } from './cheap-passwords.js';
import { callApi, type ApiCall, type ApiResponse } from './call-api.js';
import { checkDeclared } from './check-declared.js';

type MongoConnection = Awaited<ReturnType<typeof connectMongo>>;

export interface TestApi {
  /** The origin, without `/api/v1`. */
  readonly origin: string;
  /** One API key per role. */
  readonly keys: Readonly<Record<Role, string>>;
  readonly services: ComposedApi['services'];
  /** The test's own connection to the database of the API. */
  readonly mongo: MongoConnection;
  readonly redis: { readonly url: string; readonly prefix: string };
  /** Sends a request, as an admin by default. */
  call(method: string, path: string, options?: ApiCall): Promise<ApiResponse>;
  /** A new API key with a role. */
  issueKey(role: Role, fields?: Readonly<Record<string, unknown>>): Promise<string>;
  announceStop(): void;
  close(): Promise<void>;
}

export interface TestApiOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly logger?: Logger;
  /** Replaces MongoDB's clock, for tests with a fixed time. */
  readonly clock?: Clock;
  /** Any free one by default; its own for an API that must know its address. */
  readonly port?: number;
  /** Another instance of the same API: the same database and keys. */
  readonly beside?: TestApi;
}

/** The API as in production except for the cost of passwords; in this process, on real servers and a free port. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const servers = testServers();
  const { beside } = options;
  const database = beside === undefined ? await lendDatabase() : null;
  const mongodbUri = database?.mongodbUri ?? addressOf(beside);
  const prefix = beside?.redis.prefix ?? servers.redisKeyPrefix;
  const config = loadApiConfig({
    MONGODB_URI: mongodbUri,
    REDIS_URL: servers.redisUrl,
    PSA_URL: 'http://127.0.0.1:9',
    BOOTSTRAP_API_KEY: 'bootstrap-key-of-the-tests',
    SYNC_WAIT_SECONDS: '30',
    ...options.environment,
  });
  const api = await composeApi(config, options.logger ?? silentLogger, prefix, {
    passwords: cheapPasswords,
    clock: options.clock,
  });
  const server = await startServer(api.app, { host: '127.0.0.1', port: options.port ?? 0 }, api.services);
  const mongo = await connectMongo(mongodbUri);
  mongoAddresses.set(mongo, mongodbUri);

  async function issueKey(role: Role, fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const key = randomBytes(24).toString('base64url');
    const record = {
      name: role,
      role,
      createdAt: new Date(),
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    };
    await mongo
      .collection<{ _id: string; hash: string }>('api_keys')
      .insertOne({ _id: newId('key'), ...record, hash: hashApiKey(key), ...fields });
    return key;
  }

  const keys = {
    admin: await issueKey('admin'),
    operator: await issueKey('operator'),
    viewer: await issueKey('viewer'),
  };
  return {
    origin: server.address,
    keys,
    services: api.services,
    mongo,
    redis: { url: servers.redisUrl, prefix },
    async call(method, path, call = {}) {
      const response = await callApi(server.address, method, path, { key: keys.admin, ...call });
      checkDeclared(method, path, response);
      return response;
    },
    issueKey,
    announceStop: api.announceStop,
    async close() {
      api.announceStop();
      await server.close();
      for (const step of api.steps) {
        await step.stop();
      }
      await mongo.close();
      await database?.giveBack();
    },
  };
}

/**
 * The API of a file or a `describe`: it starts before their tests and is closed after them.
 *
 * @throws Error where it is used earlier, while the tests are declared
 */
export function useTestApi(options: TestApiOptions = {}): TestApi {
  let started: TestApi | undefined;
  beforeAll(async () => {
    started = await startTestApi(options);
  });
  afterAll(async () => {
    await started?.close();
  });
  const api = (): TestApi => {
    if (started === undefined) {
      throw new Error('The API starts before the tests, not while they are declared');
    }
    return started;
  };
  return {
    get origin() {
      return api().origin;
    },
    get keys() {
      return api().keys;
    },
    get services() {
      return api().services;
    },
    get mongo() {
      return api().mongo;
    },
    get redis() {
      return api().redis;
    },
    call: async (...call) => api().call(...call),
    issueKey: async (...key) => api().issueKey(...key),
    announceStop: () => {
      api().announceStop();
    },
    close: async () => api().close(),
  };
}

const mongoAddresses = new WeakMap<MongoConnection, string>();

function addressOf(api: TestApi | undefined): string {
  return (api === undefined ? undefined : mongoAddresses.get(api.mongo)) ?? '';
}
