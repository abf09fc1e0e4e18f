import { qualityScore } from '@leadbridge/domain';

import type { SucceededOutcome } from '../../ports/import-store.js';
import type { StageContext } from '../batch.js';
import type { DryRunMemory } from '../dry-run/dry-run-memory.js';
import { planOfRow } from '../dry-run/plan-of-row.js';
import type { ImportRowState } from '../import-row-state.js';

/** The ticket of a row's lead, made by this import or there before; null where there is none. */
export function ticketOf(row: ImportRowState): number | null {
  return row.ticketId ?? row.ticket?.id ?? row.known?.psaTicketId ?? null;
}

/** What became of a row that went through all stages. */
export function succeeded(
  row: ImportRowState,
  leadId: number | null,
  psaTicketId: number | null,
): SucceededOutcome {
  const base = {
    status: 'succeeded',
    leadId,
    psaTicketId,
    qualityScore: qualityScore(row.merged),
    warnings: row.warnings,
  } as const;
  const { plan } = row;
  switch (plan?.kind) {
    case 'create':
    case 'adopt':
      return {
        ...base,
        result: 'created',
        actionsTaken: [
          'lead_created',
          ...(row.row.options.customFields ? ['custom_fields_populated'] : []),
          ...(row.lists.length > 0 ? ['list_assigned'] : []),
        ],
      };
    case 'reopen':
      return {
        ...base,
        result: 'created',
        actionsTaken: [
          'lead_reopened',
          ...(row.row.options.customFields ? ['custom_fields_populated'] : []),
          ...(row.lists.length > 0 ? ['list_assigned'] : []),
          ...(row.noteRefusal === null ? ['note_added'] : []),
        ],
      };
    case 'update':
      return {
        ...base,
        result: 'updated',
        actionsTaken: [
          'lead_updated',
          ...(plan.fieldsUpdated.some((field) => field.startsWith('CF_')) ? ['custom_fields_populated'] : []),
          ...(row.noteRefusal === null ? ['note_added'] : []),
        ],
        fieldsUpdated: plan.fieldsUpdated,
        fieldsPreserved: plan.fieldsPreserved,
        manualWorkDetected: plan.manualWorkDetected,
      };
    case 'leave':
      return { ...base, result: plan.result, reason: plan.reason, actionsTaken: [], ...suppressedBy(row) };
    default:
      throw new Error('A row reached its record without a plan');
  }
}

function suppressedBy({
  suppressed,
}: ImportRowState): Pick<SucceededOutcome, 'suppressedBy' | 'suppressionId'> {
  return suppressed === null
    ? {}
    : {
        suppressedBy: suppressed.by,
        ...(suppressed.suppressionId === null ? {} : { suppressionId: suppressed.suppressionId }),
      };
}

/** The outcome of a dry run: what is not there yet has no id. */
export function foreseen(
  { leadId, psaTicketId, suppressionId, ...outcome }: SucceededOutcome,
  row: ImportRowState,
  context: StageContext,
  memory: DryRunMemory,
): SucceededOutcome {
  const known = (id: number | null): number | null => (id === null || id < 0 ? null : id);
  return {
    ...outcome,
    leadId: known(leadId),
    psaTicketId: known(psaTicketId),
    ...(suppressionId === undefined || suppressionId === '' ? {} : { suppressionId }),
    plan: planOfRow(row, context, memory),
  };
}
