export { createOptOutListStore } from './opt-out-list-store.js';
export { createEventDispatchStore } from './event-dispatch-store.js';
export { createImportStore } from './import-store.js';
export { createUndoStore } from './undo-store.js';
