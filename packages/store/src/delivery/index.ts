export { createAlertDeliveries } from './alert-deliveries.js';
export { createDeliveryCounts, createOldestPendingDelivery } from './count-deliveries.js';
export { createDeliveryStore } from './delivery-store.js';
