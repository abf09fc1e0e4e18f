export { createLifecycleStore } from './lifecycle-store.js';
export { createRecordReader } from './record-reader.js';
