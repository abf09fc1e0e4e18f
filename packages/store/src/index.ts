export * from './connect.js';
export * from './import/index.js';
export * from './job/index.js';
