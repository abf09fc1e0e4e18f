export type { AccessDependencies } from './access-dependencies.js';
export { hashApiKey, keyStanding, type KeyStanding } from './keys/api-key.js';
export * from './keys/manage-api-keys.js';
export { setBootstrapKey } from './keys/set-bootstrap-key.js';
export { failedSignIn } from './oidc/failed-sign-in.js';
export type { RoleRule } from './oidc/issued-person.js';
export { proveOidcCode, sendOidcCode, signInOver } from './oidc/prove-oidc-code.js';
export { signInWithOidc } from './oidc/sign-in-with-oidc.js';
export { createPasswordHasher, type PasswordHasher } from './passwords/password-hash.js';
export { resealSecrets } from './reseal-secrets.js';
export { availableMethods, enrolSecondFactor } from './second-factor/enrol-second-factor.js';
export { needsSecondFactor } from './second-factor/second-factor-due.js';
export { verifySecondFactor } from './second-factor/verify-second-factor.js';
export { currentSession, requireRecentProof } from './session/current-session.js';
export { lastSeenDelay, sessionIdOf, sessionStanding, type SignedIn } from './session/session.js';
export { changePassword } from './sign-in/change-password.js';
export * from './sign-in/sign-in.js';
export * from './users/invitations.js';
export {
  changeUser,
  checkCredentialChange,
  createUser,
  noSuchUser,
  removeUser,
  resetSecondFactor,
} from './users/manage-users.js';
export { endSession, listSessions, publicSessionId } from './users/user-sessions.js';
