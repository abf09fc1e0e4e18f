export { createOptOutStore } from './opt-out-store.js';
export { createPersonKeysUpgrade, type PersonKeysUpgrade } from './upgrade-person-keys.js';
