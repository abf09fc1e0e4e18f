export * from './http/http-client.js';
