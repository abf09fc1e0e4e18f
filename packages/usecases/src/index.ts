export * from './ports/api-keys.js';
export * from './ports/audit.js';
export * from './ports/people.js';
export * from './ports/sealed-secrets.js';
export * from './access/index.js';
export * from './ports/analytics.js';
export { syncAnalytics } from './analytics/sync-analytics.js';
export { workflowAnalytics } from './analytics/workflow-analytics.js';
export * from './ports/settings.js';
export { createConfiguration, type Configuration } from './settings/configuration.js';
export { createLiveSettings, type LiveSettings } from './settings/live-settings.js';
export * from './ports/heartbeats.js';
export * from './ports/psa.js';
export * from './ports/psa-errors.js';
export * from './ports/jobs.js';
export * from './ports/import-store.js';
export type { Notice } from './ports/notice.js';
export * from './ports/job-runs.js';
export * from './ports/lifecycle-store.js';
export * from './ports/opt-out.js';
export * from './ports/records.js';
export * from './ports/erasure.js';
export { erasePerson } from './erasure/erase-person.js';
export { readErasure } from './erasure/read-erasure.js';
export { type ErasureDependencies } from './erasure/erasure-dependencies.js';
export { runBulkImport } from './import/bulk-import.js';
export type { BulkImportDependencies } from './import/bulk-run.js';
export { batchOptionsOf } from './import/read-options.js';
export { type ImportDependencies, type ImportSettings } from './import/batch.js';
export { lastPsaCallAgeMs, psaFailureOf, type PsaFailure } from './psa/psa-failure.js';
export { createPsaKnowledge } from './psa/psa-knowledge.js';
export { validateLeads, type LeadVerdict } from './import/validate-leads.js';
export { createSingleImports, type SingleImportDependencies } from './import/single-imports.js';
export * from './ports/event-dispatch.js';
export * from './ports/webhooks.js';
export { createSignatureCheck, type CheckWebhookSignature } from './webhooks/check-signature.js';
export { runDeliveryLane, type DeliveryLaneDependencies } from './webhooks/delivery-lane.js';
export { dispatchEvents, type DispatchDependencies } from './webhooks/dispatch-events.js';
export {
  createWebhookManagement,
  type WebhookManagement,
  type WebhookWithSecret,
} from './webhooks/manage-webhooks.js';
export { createEventResending, type EventResending } from './webhooks/resend-events.js';
export { pushDueSuppressions } from './suppression/push-due-suppressions.js';
export { requestOptOut } from './suppression/request-opt-out.js';
export {
  syncTicketChanges,
  type TicketSyncDependencies,
  type TicketSyncInput,
} from './psa-changes/sync-ticket-changes.js';
export { optOutReason, type TicketNotification } from './psa-changes/ticket-notification.js';
export { type OptOutDependencies } from './suppression/entry-work.js';
export { runOnce, type RunOnceDependencies } from './work/run-once.js';
export { applyTicketChange, type PsaTicketChange } from './psa-changes/apply-ticket-change.js';
export { type LifecycleDependencies } from './lifecycle/claim-lead.js';
export { presentCall } from './lifecycle/present-call.js';
export { runLifecycleJob } from './lifecycle/run-lifecycle-job.js';
export { createStatusIds } from './psa/status-ids.js';
