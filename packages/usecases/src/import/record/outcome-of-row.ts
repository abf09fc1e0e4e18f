import { qualityScore } from '@leadbridge/domain';

import type { SucceededOutcome } from '../../ports/import-store.js';
import type { StageContext } from '../batch.js';
import type { DryRunMemory } from '../dry-run/dry-run-memory.js';
import { planOfRow } from '../dry-run/plan-of-row.js';
import type { WrittenRow } from '../import-row-state.js';

/** The ticket of a row's lead, whether new or existing; null if there is none. */
export function ticketOf(state: WrittenRow): number | null {
  return state.ticketId ?? state.ticket?.id ?? state.known?.psaTicketId ?? null;
}

export function succeeded(
  state: WrittenRow,
  leadId: number | null,
  psaTicketId: number | null,
): SucceededOutcome {
  const base = {
    status: 'succeeded',
    leadId,
    psaTicketId,
    qualityScore: qualityScore(state.merged),
    warnings: state.warnings,
    ...(state.companyMatch === null ? {} : { companyMatch: state.companyMatch }),
  } as const;
  const { plan } = state;
  switch (plan?.kind) {
    case 'create':
    case 'adopt':
      return {
        result: 'created',
        actionsTaken: [
          'lead_created',
          ...(state.row.options.customFields ? ['custom_fields_populated'] : []),
          ...(state.lists.length > 0 ? ['list_assigned'] : []),
        ],
        ...base,
      };
    case 'reopen':
      return {
        result: 'created',
        actionsTaken: [
          'lead_reopened',
          ...(state.row.options.customFields ? ['custom_fields_populated'] : []),
          ...(state.lists.length > 0 ? ['list_assigned'] : []),
          ...(state.noteRefusal === null ? ['note_added'] : []),
        ],
        ...base,
      };
    case 'update':
      return {
        result: 'updated',
        actionsTaken: [
          'lead_updated',
          ...(plan.fieldsUpdated.some((field) => field.startsWith('CF_')) ? ['custom_fields_populated'] : []),
          ...(state.noteRefusal === null ? ['note_added'] : []),
        ],
        fieldsUpdated: plan.fieldsUpdated,
        fieldsPreserved: plan.fieldsPreserved,
        manualWorkDetected: plan.manualWorkDetected,
        ...base,
      };
    case 'leave':
      return { result: plan.result, reason: plan.reason, actionsTaken: [], ...base, ...suppressedBy(state) };
    default:
      throw new Error('A row reached its record without a plan');
  }
}

function suppressedBy({ suppressed }: WrittenRow): Pick<SucceededOutcome, 'suppressedBy' | 'suppressionId'> {
  return suppressed === null
    ? {}
    : {
        suppressedBy: suppressed.by,
        ...(suppressed.suppressionId === null ? {} : { suppressionId: suppressed.suppressionId }),
      };
}

/** The outcome of a row in a dry run: entities that do not exist yet have no id. */
export function foreseen(
  { leadId, psaTicketId, suppressionId, companyMatch, ...outcome }: SucceededOutcome,
  state: WrittenRow,
  context: StageContext,
  memory: DryRunMemory,
): SucceededOutcome {
  const known = (id: number | null): number | null => (id === null || id < 0 ? null : id);
  return {
    ...outcome,
    leadId: known(leadId),
    psaTicketId: known(psaTicketId),
    ...(companyMatch === undefined
      ? {}
      : { companyMatch: { ...companyMatch, clientId: known(companyMatch.clientId) } }),
    ...(suppressionId === undefined || suppressionId === '' ? {} : { suppressionId }),
    plan: planOfRow(state, context, memory),
  };
}
