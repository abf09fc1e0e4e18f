export { upgradeDatabase } from './upgrade-database.js';
