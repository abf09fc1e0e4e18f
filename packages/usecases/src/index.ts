export * from './ports/api-keys.js';
export * from './ports/audit.js';
export * from './ports/invitations.js';
export * from './ports/people.js';
export * from './ports/sealed-secrets.js';
export * from './ports/sign-in-issuer.js';
export * from './access/index.js';
export * from './ports/analytics.js';
export { wholeHistory } from './analytics/whole-history.js';
export { importHistory } from './analytics/import-history.js';
export { syncAnalytics, type SyncFigures } from './analytics/sync-analytics.js';
export { workflowAnalytics, type WorkflowFigures } from './analytics/workflow-analytics.js';
export * from './ports/company-matches.js';
export { matchIdOf } from './psa/company-match-id.js';
export * from './ports/settings.js';
export { createConfiguration, type Configuration } from './settings/configuration.js';
export { createLiveSettings, type LiveSettings } from './settings/live-settings.js';
export * from './ports/heartbeats.js';
export * from './ports/psa.js';
export type * from './ports/psa-budget-history.js';
export * from './ports/psa-callers.js';
export type { PsaProofs, PsaWriteProof } from './ports/psa-proofs.js';
export * from './ports/psa-errors.js';
export type * from './ports/changes.js';
export type * from './ports/wake-ups.js';
export * from './ports/import-mappings.js';
export * from './ports/psa-mirror.js';
export * from './ports/jobs.js';
export * from './ports/page.js';
export type * from './ports/domain-event.js';
export * from './ports/import-store.js';
export type * from './ports/import-jobs.js';
export * from './ports/undo-store.js';
export type { NewErrorLogEntry } from './ports/error-log-entry.js';
export * from './ports/job-runs.js';
export type { RunResult } from './work/run-result.js';
export * from './ports/lifecycle-store.js';
export * from './ports/opt-out-list.js';
export * from './ports/suppression.js';
export * from './ports/records.js';
export type * from './ports/timeline.js';
export * from './ports/erasure.js';
export { erasePerson } from './erasure/erase-person.js';
export { readErasure } from './erasure/read-erasure.js';
export { type ErasureDependencies } from './erasure/erasure-dependencies.js';
export { runBulkImport } from './import/bulk/bulk-import.js';
export type { BulkImportDependencies } from './import/bulk/bulk-run.js';
export { runUndo } from './undo/run-undo.js';
export type { UndoDependencies } from './undo/undo-work.js';
export { batchOptionsOf } from './import/read/index.js';
export { type ImportDependencies, type ImportSettings } from './import/batch.js';
export * from './psa/check-psa.js';
export { lastPsaCallAgeMs, psaFailureOf, type PsaFailure } from './psa/psa-failure.js';
export { createPsaCaches } from './psa/psa-caches.js';
export { validateLeads, type LeadVerdict } from './import/validate-leads.js';
export { createTrialLane } from './work/trials.js';
export { createSingleImports, type SingleImports } from './import/single/single-imports.js';
export type { SingleImportDependencies } from './import/single/single-run.js';
export {
  bulkConditions,
  dispatchConditions,
  dispatchSubject,
  mirrorConditions,
  occurrenceMs,
  optOutConditions,
  psaConditions,
  reconciliationConditions,
  staleMirrorMs,
  waitingConditions,
  webhookConditions,
  workerConditions,
} from './alerts/conditions.js';
export type { EndedBulk, RefusedOptOuts } from './alerts/conditions.js';
export { deliverAlerts, type AlertDeliveryDependencies } from './alerts/deliver-alerts.js';
export { createAlertWatch, type AlertWatch } from './alerts/watch-alerts.js';
export * from './ports/alerts.js';
export * from './ports/event-dispatch.js';
export type * from './ports/leases.js';
export * from './ports/webhooks.js';
export { createSignatureCheck, type CheckWebhookSignature } from './webhooks/check-signature.js';
export { runDeliveryLane, type DeliveryLaneDependencies } from './webhooks/delivery-lane.js';
export { dispatchEvents, type DispatchDependencies } from './webhooks/dispatch-events.js';
export { createWebhookManagement } from './webhooks/manage-webhooks.js';
export type { WebhookManagement, WebhookWithSecret } from './webhooks/manage-webhooks.js';
export { createEventResending, type EventResending } from './webhooks/resend-events.js';
export { runOptOutList, type OptOutListDependencies } from './suppression/run-opt-out-list.js';
export { pushDueSuppressions } from './suppression/push-due-suppressions.js';
export { requestOptOut } from './suppression/request-opt-out.js';
export type * from './ports/reconciliation.js';
export { syncTicketChanges, type TicketSyncDependencies } from './psa-changes/sync-ticket-changes.js';
export { areUnderstood } from './psa-changes/changed-fields.js';
export { optOutReason, type TicketNotification } from './psa-changes/ticket-notification.js';
export { type SuppressionDependencies } from './suppression/suppression-work.js';
export { isOfType, jobRecordOf, readJob } from './work/read-job.js';
export { ForeignJobError } from './work/foreign-job-error.js';
export { waitAfterFault } from './work/job-fault.js';
export { runOnce, type RunOnceDependencies } from './work/run-once.js';
export { applyTicketChange, type PsaTicketChange } from './psa-changes/apply-ticket-change.js';
export { type LifecycleDependencies } from './lifecycle/claim-lead.js';
export { runLifecycleJob } from './lifecycle/run-lifecycle-job.js';
export { StoredMirror, type PsaMirror } from './mirror/psa-mirror.js';
export { rebuildMirror, type RebuildDependencies } from './mirror/rebuild-mirror.js';
export { outdatingWritten } from './mirror/outdate-written.js';
export { isMirrorWhole, missingFromMirror, oldestObservation } from './mirror/shortfall.js';
export { dropMirror, mirrorOrigin } from './mirror/drop-mirror.js';
export { refreshMirror, type MirrorBudget } from './mirror/refresh-mirror.js';
export { createStatusIds } from './psa/status-ids.js';
export type { ReconciliationDependencies } from './reconciliation/dependencies.js';
export { requestReconciliation } from './reconciliation/request-reconciliation.js';
export { runReconciliation } from './reconciliation/run-reconciliation.js';
export { giveRemediesUp, takeRemedies } from './reconciliation/take-remedies.js';
