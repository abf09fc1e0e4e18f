export { createUserStore } from './user-store.js';
export { createSessionStore } from './session-store.js';
export { createInvitationStore } from './invitation-store.js';
export { createSignInAttempts } from './sign-in-attempts.js';
export { createCredentialStore } from './credential-store.js';
