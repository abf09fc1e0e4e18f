export { createSessionStore } from './session-store.js';
export { createSignInAttempts } from './sign-in-attempts.js';
