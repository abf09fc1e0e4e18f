export { createDispatchMonitor } from './dispatch-monitor.js';
