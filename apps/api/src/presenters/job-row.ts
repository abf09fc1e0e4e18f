import { hasListResult, hasUndoResult, suppressionGate, type JobRowView } from '@leadbridge/contracts';
import type { FailedOutcome, JobRow, SucceededOutcome, UndoOutcome } from '@leadbridge/usecases';

import { presentCompanyMatch } from './company-match.js';

/** One row of a bulk import or of an undo in responses. */
export function presentRow({ index, row, outcome }: JobRow): JobRowView {
  if (outcome === null) {
    return { index, row, success: null };
  }
  if (outcome.status === 'failed') {
    return { index, row, success: false, ...presentFailed(outcome) };
  }
  if (hasListResult(outcome)) {
    return presentListedRow({ index, row, outcome });
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

/** One row of a list of opt-outs, with every field whatever its result is. */
export function presentListedRow({
  index,
  row,
  outcome,
}: Pick<JobRow, 'index' | 'row' | 'outcome'>): JobRowView {
  const common = { index, row, suppression_id: null, error: null, warnings: [] };
  if (outcome?.status === 'failed') {
    const { error, code } = outcome;
    return { ...common, success: false, result: 'failed', error, code };
  }
  if (outcome === null || !hasListResult(outcome)) {
    return { ...common, success: null };
  }
  const { result, suppressionId, warnings } = outcome;
  return { ...common, success: true, result, suppression_id: suppressionId, warnings };
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

function presentImported(
  outcome: SucceededOutcome,
): Pick<JobRowView, 'warnings' | 'plan' | 'company_match' | 'suppressed_by' | 'suppression_id'> {
  const { suppressedBy, suppressionId, warnings, companyMatch, plan } = outcome;
  return {
    ...(suppressedBy === undefined ? {} : { suppressed_by: suppressionGate(suppressedBy) }),
    ...(suppressionId === undefined ? {} : { suppression_id: suppressionId }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(companyMatch === undefined ? {} : { company_match: presentCompanyMatch(companyMatch) }),
    ...(plan === undefined ? {} : { plan }),
  };
}

function undoneFields({
  fieldsRestored,
  fieldsKept,
}: UndoOutcome): Pick<JobRowView, 'fields_restored' | 'fields_kept'> {
  return {
    ...(fieldsRestored === undefined ? {} : { fields_restored: fieldsRestored }),
    ...(fieldsKept === undefined ? {} : { fields_kept: fieldsKept }),
  };
}
