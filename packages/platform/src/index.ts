export * from './clock.js';
export * from './config.js';
export * from './config-parsers.js';
export * from './errors.js';
export * from './ids.js';
export * from './logger.js';
export * from './request-context.js';
export * from './shutdown.js';
