export { createChangeWatch } from './change-watch.js';
