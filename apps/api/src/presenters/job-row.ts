import {
  hasUndoResult,
  suppressionGate,
  type JobRowView,
  type SuppressedBy,
  type UndoneFields,
} from '@leadbridge/contracts';
import type { FailedOutcome, JobRow, SucceededOutcome, UndoOutcome } from '@leadbridge/usecases';

/** One row of a bulk import or of an undo in responses. */
export function presentRow({ index, row, outcome }: JobRow): JobRowView {
  if (outcome === null) {
    return { index, row, success: null };
  }
  if (outcome.status === 'failed') {
    return { index, row, success: false, ...presentFailed(outcome) };
  }
  const { leadId, psaTicketId, result, reason } = outcome;
  return {
    index,
    row,
    success: true,
    lead_id: leadId,
    psa_ticket_id: psaTicketId,
    result,
    ...(reason === undefined ? {} : { reason }),
    ...(hasUndoResult(outcome) ? undoneFields(outcome) : presentImported(outcome)),
  };
}

function presentFailed({
  error,
  code,
  suggestion,
  plan,
  planned,
  current,
}: FailedOutcome): Omit<JobRowView, 'index' | 'row' | 'success'> {
  return {
    error,
    code,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(plan === undefined ? {} : { plan }),
    ...(planned === undefined ? {} : { planned }),
    ...(current === undefined ? {} : { current }),
  };
}

function presentImported(outcome: SucceededOutcome): Pick<JobRowView, 'warnings' | 'plan'> & SuppressedBy {
  const { suppressedBy, suppressionId, warnings, plan } = outcome;
  return {
    ...(suppressedBy === undefined ? {} : { suppressed_by: suppressionGate(suppressedBy) }),
    ...(suppressionId === undefined ? {} : { suppression_id: suppressionId }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(plan === undefined ? {} : { plan }),
  };
}

function undoneFields({ fieldsRestored, fieldsKept }: UndoOutcome): UndoneFields {
  return {
    ...(fieldsRestored === undefined ? {} : { fields_restored: fieldsRestored }),
    ...(fieldsKept === undefined ? {} : { fields_kept: fieldsKept }),
  };
}
