export { createEventDispatchStore } from './event-dispatch-store.js';
