export { startDevelopment, type DevelopmentOptions } from './development/start-development.js';
export type { AppProcess } from './system/app-process.js';
export { startSystem, type SystemOptions, type TestSystem } from './system/start-system.js';
export { freePort } from './processes/free-port.js';
export { currentTestRun, testServers, type TestServers } from './testing/test-servers.js';
export { startTestMongodb, type TestMongodb } from './testing/start-test-mongodb.js';
export { startTestRun } from './testing/test-run.js';
