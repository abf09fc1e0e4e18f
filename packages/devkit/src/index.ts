export { startDevelopment, type DevelopmentOptions } from './development/start-development.js';
export { testServers, type TestServers } from './testing/test-servers.js';
