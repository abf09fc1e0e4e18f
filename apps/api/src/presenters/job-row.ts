import { hasListResult, hasUndoResult, jobRowView, suppressionGate, wireForm } from '@leadbridge/contracts';
import type { JobRowView } from '@leadbridge/contracts';
import type { JobRow, SucceededOutcome } from '@leadbridge/usecases';

/** One row of a bulk import or of an undo in responses. */
export function presentRow({ index, row, outcome }: JobRow): JobRowView {
  if (outcome === null) {
    return { index, row, success: null };
  }
  if (outcome.status === 'failed') {
    return wireForm(jobRowView, { ...outcome, index, row, success: false });
  }
  if (hasListResult(outcome)) {
    return presentListedRow({ index, row, outcome });
  }
  const fields = hasUndoResult(outcome) ? outcome : importedFields(outcome);
  return wireForm(jobRowView, { ...fields, index, row, success: true });
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

/** What responses show of an imported row, with the name of the key that has matched a suppression. */
export function importedFields({ suppressedBy, warnings, ...outcome }: SucceededOutcome) {
  return {
    ...outcome,
    ...(suppressedBy === undefined ? {} : { suppressedBy: suppressionGate(suppressedBy) }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
