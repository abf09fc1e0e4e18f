export { queueCatalog, redisPrefixOf, type QueueKey } from './catalog.js';
export { openRedis, producerConnection, type RedisConnection } from './connections.js';
export { createDeliveryLanes } from './delivery-lanes.js';
export { createHeartbeatBoard } from './heartbeat-board.js';
export { createJobQueue, type JobProducer, type JobReference } from './job-queue.js';
export {
  createJobWorker,
  retryDelay,
  type JobHandler,
  type JobRun,
  type JobRunResult,
  type JobWorker,
  type WorkerSettings,
} from './job-worker.js';
export { quietRefusals } from './quiet-refusals.js';
export { createQueueTraces } from './queue-traces.js';
export { acceptsWrites } from './refused-writes.js';
export { createMetricsBoard, type MetricsBoard } from './metrics-board.js';
