export { connectPsa, type ConnectedPsa, type PsaSurroundings } from './connect-psa.js';
export type { PsaSetupProblem } from './psa-setup-problem.js';
export type { PreparedThing } from './halopsa/prepare.js';
export { psaDialectDefaults, psaVariables, type PsaDialectConfig } from './psa-variables.js';
export { createPsaClient, type PsaClientHandle } from './psa/create-psa-client.js';
export type { PsaDialect, PsaIo, PsaListing, PsaOperations } from './psa/psa-dialect.js';
export type { PsaBudgetStatus } from './psa/budget-status.js';
export { createPsaBudgetReader } from './psa/create-budget-reader.js';
export type { PsaCallRecord, PsaClientSettings } from './psa/psa-settings.js';
export {
  createSuppressionLists,
  type SuppressionEndpoint,
  type SuppressionListSettings,
} from './providers/suppression-lists.js';
export { createAddressGuard } from './webhooks/address-guard.js';
export { createTargetPolicy } from './webhooks/target-policy.js';
export { createTargetRate } from './webhooks/target-rate.js';
export { verifySignature, verifyTimestamps } from './webhooks/verify.js';
export { createWebhookSender } from './webhooks/webhook-sender.js';
export { createAlertMailer } from './mail/alert-mailer.js';
export { createMailTransport } from './mail/mail-transport.js';
export { createEmailMessenger } from './code-messengers/email-messenger.js';
export { createSmsMessenger } from './code-messengers/sms-messenger.js';
export {
  createAccessTokenVerifier,
  type AccessTokenVerdict,
  type AccessTokenVerifier,
} from './oauth/access-token-verifier.js';
export { createSignInIssuer, type SignInIssuerSettings } from './oidc/sign-in-issuer.js';
