import { erasedCode, suppressionGate } from '@leadbridge/contracts';

import type { RowOutcome } from '../../ports/import-store.js';
import type { JobEnd } from '../../ports/job-runs.js';

/** How a single import ends, depending on the outcome of its row (specification, "POST /sync/leads"). */
export function endOfSingle(jobId: string, outcome: RowOutcome, at: string): JobEnd {
  if (outcome.status === 'failed') {
    const { faults, suggestion } = outcome;
    const [first] = faults ?? [];
    return {
      jobId,
      at,
      status: 'failed',
      result: null,
      progress: { total: 1, processed: 1, successful: 0, failed: 1 },
      error: {
        code: outcome.code === 'EXTERNAL_API_ERROR' ? 'EXTERNAL_API_ERROR' : 'VALIDATION_ERROR',
        message: outcome.error,
        details: {
          ...(first === undefined ? {} : { field: first.field, value: first.value, errors: faults }),
          ...(suggestion === undefined ? {} : { suggestion }),
          ...(outcome.code === erasedCode ? { reason: outcome.code } : {}),
          ...(outcome.planned === undefined
            ? {}
            : { reason: outcome.code, planned: outcome.planned, current: outcome.current }),
        },
      },
    };
  }
  return {
    jobId,
    at,
    status: 'completed',
    error: null,
    progress: { total: 1, processed: 1, successful: 1, failed: 0 },
    result: {
      success: true,
      leadId: outcome.leadId,
      psaTicketId: outcome.psaTicketId,
      actionsTaken: outcome.actionsTaken,
      result: outcome.result,
      qualityScore: outcome.qualityScore,
      warnings: outcome.warnings,
      ...(outcome.result === 'created' || outcome.psaTicketId === null
        ? {}
        : { ticketId: outcome.psaTicketId }),
      ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
      ...(outcome.suppressedBy === undefined ? {} : { suppressedBy: suppressionGate(outcome.suppressedBy) }),
      ...(outcome.suppressionId === undefined ? {} : { suppressionId: outcome.suppressionId }),
      ...(outcome.fieldsUpdated === undefined ? {} : { fieldsUpdated: outcome.fieldsUpdated }),
      ...(outcome.fieldsPreserved === undefined ? {} : { fieldsPreserved: outcome.fieldsPreserved }),
      ...(outcome.manualWorkDetected === undefined ? {} : { manualWorkDetected: outcome.manualWorkDetected }),
      ...(outcome.companyMatch === undefined ? {} : { companyMatch: outcome.companyMatch }),
      ...(outcome.plan === undefined ? {} : { dryRun: true, plan: outcome.plan }),
    },
  };
}
