export { createChangeWatch } from './change-watch.js';
export { createWakeUps } from './wake-ups.js';
