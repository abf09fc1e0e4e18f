export { createDispatchMonitor } from './dispatch-monitor.js';
export { createEventRetention } from './event-retention.js';
