export { createMetrics, type Metrics } from './create-metrics.js';
export { metricsEndpoint } from './metrics-endpoint.js';
