import type { Route } from '../pipeline/route.js';
import { getHistory } from './analytics/get-history.js';
import { getPerformance } from './analytics/get-performance.js';
import { getSyncAnalytics } from './analytics/get-sync-analytics.js';
import { getWorkflowAnalytics } from './analytics/get-workflow-analytics.js';
import { getApiKey } from './api-keys/get-api-key.js';
import { issueApiKey } from './api-keys/issue-api-key.js';
import { listApiKeys } from './api-keys/list-api-keys.js';
import { revokeApiKey } from './api-keys/revoke-api-key.js';
import { rotateApiKey } from './api-keys/rotate-api-key.js';
import { listAuditEntries } from './audit/list-audit-entries.js';
import { changePassword } from './auth/change-password.js';
import { reauthenticate } from './auth/reauthenticate.js';
import { enrolSecondFactor } from './auth/enrol-second-factor.js';
import { endOwnSession } from './auth/end-own-session.js';
import { beginOidc } from './auth/oidc/begin-oidc.js';
import { finishOidc } from './auth/oidc/finish-oidc.js';
import { proveOidcCode } from './auth/oidc/prove-oidc-code.js';
import { getSignInMethods } from './auth/get-sign-in-methods.js';
import { getCaller } from './auth/get-caller.js';
import { getSession } from './auth/get-session.js';
import { listOwnSessions } from './auth/list-own-sessions.js';
import { checkSetup } from './auth/check-setup.js';
import { completeSetup } from './auth/complete-setup.js';
import { login } from './auth/login.js';
import { logout } from './auth/logout.js';
import { verifySecondFactor } from './auth/verify-second-factor.js';
import { listCalls } from './calls/list-calls.js';
import { recordCall } from './calls/record-call.js';
import { decideCompanyMatch } from './company-matches/decide-company-match.js';
import { listCompanyMatches } from './company-matches/list-company-matches.js';
import { getConfig } from './config/get-config.js';
import { putConfig } from './config/put-config.js';
import { documentRoutes } from './documents/document-routes.js';
import { postMcp } from './mcp/post-mcp.js';
import { getMirror } from './mirror/get-mirror.js';
import { postMirrorRebuild } from './mirror/rebuild-mirror.js';
import { getReconciliation } from './reconciliations/get-reconciliation.js';
import { listFindings } from './reconciliations/list-findings.js';
import { listReconciliations } from './reconciliations/list-reconciliations.js';
import { postReconciliation } from './reconciliations/post-reconciliation.js';
import { resolveFinding, resolveKind } from './reconciliations/resolve-findings.js';
import { postPsaCheck } from './psa/check-psa.js';
import { getBudgetHistory } from './psa/get-budget-history.js';
import { postErasure } from './erasures/post-erasure.js';
import { listErrors } from './errors/list-errors.js';
import { streamChanges } from './changes/stream-changes.js';
import { getHealth } from './health/get-health.js';
import { getLiveness } from './health/get-liveness.js';
import { getQueues } from './health/get-queues.js';
import { getReadiness } from './health/get-readiness.js';
import { listImportMappings } from './import-mappings/list-import-mappings.js';
import { putImportMapping } from './import-mappings/put-import-mapping.js';
import { removeImportMapping } from './import-mappings/remove-import-mapping.js';
import { cancelJob } from './jobs/cancel-job.js';
import { getJob } from './jobs/get-job.js';
import { listJobResults } from './jobs/list-job-results.js';
import { listJobs } from './jobs/list-jobs.js';
import { commitJob } from './jobs/commit-job.js';
import { retryJob } from './jobs/retry-job.js';
import { undoJob } from './jobs/undo-job.js';
import { streamJobEvents } from './jobs/stream-job-events.js';
import { getSuppression } from './suppressions/get-suppression.js';
import { importSuppressions } from './suppressions/import-suppressions.js';
import { listSuppressions } from './suppressions/list-suppressions.js';
import { postSuppression } from './suppressions/post-suppression.js';
import { removeSuppression } from './suppressions/remove-suppression.js';
import { retrySuppression } from './suppressions/retry-suppression.js';
import { getLead } from './leads/get-lead.js';
import { listLeads } from './leads/list-leads.js';
import { listTimeline } from './leads/list-timeline.js';
import { setLeadStatus } from './leads/set-lead-status.js';
import { createOpportunity } from './opportunities/create-opportunity.js';
import { getOpportunity } from './opportunities/get-opportunity.js';
import { listOpportunities } from './opportunities/list-opportunities.js';
import { updateOpportunity } from './opportunities/update-opportunity.js';
import { convertLead } from './prospects/convert-lead.js';
import { getProspect } from './prospects/get-prospect.js';
import { listProspects } from './prospects/list-prospects.js';
import { setProspectStatus } from './prospects/set-prospect-status.js';
import { importLead } from './sync/import-lead.js';
import { importLeads } from './sync/import-leads.js';
import { changeUser } from './users/change-user.js';
import { createUser } from './users/create-user.js';
import { endUserSession } from './users/end-user-session.js';
import { getUser } from './users/get-user.js';
import { inviteUser } from './users/invite-user.js';
import { listUserSessions } from './users/list-user-sessions.js';
import { listUsers } from './users/list-users.js';
import { removeUser } from './users/remove-user.js';
import { resetSecondFactor } from './users/reset-second-factor.js';
import { validateLeads } from './validation/validate-leads.js';
import { changeWebhook } from './webhooks/change-webhook.js';
import { getDelivery } from './webhooks/get-delivery.js';
import { getWebhookStatistics } from './webhooks/get-webhook-statistics.js';
import { getWebhook } from './webhooks/get-webhook.js';
import { listDeliveries } from './webhooks/list-deliveries.js';
import { listWebhooks } from './webhooks/list-webhooks.js';
import { postDncSync } from './webhooks/post-dnc-sync.js';
import { redeliver } from './webhooks/redeliver.js';
import { registerWebhook } from './webhooks/register-webhook.js';
import { removeWebhook } from './webhooks/remove-webhook.js';
import { replayEvents } from './webhooks/replay-events.js';
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.js';
import { testSignature } from './webhooks/test-signature.js';
import { testWebhook } from './webhooks/test-webhook.js';

const endpoints: readonly Route[] = [
  // Health
  getHealth,
  getLiveness,
  getReadiness,
  getQueues,
  streamChanges,
  // Import
  importLead,
  importLeads,
  validateLeads,
  listImportMappings,
  putImportMapping,
  removeImportMapping,
  // Leads
  listLeads,
  getLead,
  listTimeline,
  setLeadStatus,
  // Prospects
  convertLead,
  listProspects,
  getProspect,
  setProspectStatus,
  // Opportunities
  createOpportunity,
  listOpportunities,
  getOpportunity,
  updateOpportunity,
  // Calls
  recordCall,
  listCalls,
  // Jobs
  listJobs,
  getJob,
  listJobResults,
  streamJobEvents,
  cancelJob,
  retryJob,
  commitJob,
  undoJob,
  // Webhooks
  registerWebhook,
  listWebhooks,
  getWebhook,
  getWebhookStatistics,
  changeWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  getDelivery,
  redeliver,
  replayEvents,
  testSignature,
  // Suppressions
  postDncSync,
  listSuppressions,
  postSuppression,
  importSuppressions,
  getSuppression,
  removeSuppression,
  retrySuppression,
  // Company matching
  listCompanyMatches,
  decideCompanyMatch,
  // Erasure
  postErasure,
  listReconciliations,
  postReconciliation,
  getReconciliation,
  listFindings,
  resolveFinding,
  resolveKind,
  getBudgetHistory,
  postPsaCheck,
  getMirror,
  postMirrorRebuild,
  // Configuration
  getConfig,
  putConfig,
  // Analytics
  getSyncAnalytics,
  getHistory,
  getPerformance,
  getWorkflowAnalytics,
  listErrors,
  // Access
  getSignInMethods,
  login,
  beginOidc,
  finishOidc,
  proveOidcCode,
  logout,
  getSession,
  getCaller,
  listOwnSessions,
  endOwnSession,
  changePassword,
  checkSetup,
  completeSetup,
  inviteUser,
  reauthenticate,
  enrolSecondFactor,
  verifySecondFactor,
  listUsers,
  createUser,
  getUser,
  changeUser,
  removeUser,
  resetSecondFactor,
  listUserSessions,
  endUserSession,
  listApiKeys,
  issueApiKey,
  getApiKey,
  rotateApiKey,
  revokeApiKey,
  listAuditEntries,
  // Assistants
  postMcp,
];

/** Every endpoint of the service, by area. */
export const routeTable: readonly Route[] = [...endpoints, ...documentRoutes(endpoints)];
