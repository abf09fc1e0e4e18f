export { testServers, type TestServers } from './testing/test-servers.js';
