export { npmStart } from './testing/npm-start.js';
export { startDevelopment, type DevelopmentOptions } from './development/start-development.js';
export { holdDryRunLaw, type ComparedRow, type ImportsUnderTest } from './laws/dry-run-law.js';
export type { RandomImport } from './laws/random-imports.js';
export { wholeState } from './laws/psa-picture.js';
export type { AppProcess } from './system/app-process.js';
export { redisContent } from './system/leak-watch.js';
export { startSystem, startWorkerProcess, type ProcessSystem } from './system/start-system.js';
export {
  startSystemOf,
  type AppSettings,
  type StartedApi,
  type StartedApp,
  type SystemOf,
  type SystemOptions,
  type TestSystem,
} from './system/start-system-of.js';
export { freePort } from './processes/free-port.js';
export { currentTestRun, testServers, type TestServers } from './testing/test-servers.js';
export { lendDatabase } from './testing/lend-database.js';
export { startTestMongodb, startTestMongodbSet, type TestMongodb } from './testing/start-test-mongodb.js';
export { startServerProxy, type ServerProxy } from './testing/server-proxy.js';
export { startTestRun } from './testing/test-run.js';
export {
  startTestRedis,
  startTestRedisCluster,
  startTestRedisSentinels,
} from './testing/start-test-redis.js';
export type { RedisCluster } from './servers/redis-cluster.js';
export type { RedisSentinels } from './servers/redis-sentinels.js';
export { restoreRelease, type StoredRelease } from './testing/stored-release.js';
export { until } from './testing/until.js';
