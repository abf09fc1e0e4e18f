export { createMirrorRebuilds } from './mirror-rebuilds.js';
export { createPsaMirrorStore } from './psa-mirror-store.js';
