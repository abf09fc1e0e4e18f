export { createDeliveryStore } from './delivery-store.js';
