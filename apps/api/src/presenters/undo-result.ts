import { bulkFailure, hasUndoResult, undoSuccess, wireForm } from '@leadbridge/contracts';
import type { BulkFailure, UndoImportResponse, UndoSuccess } from '@leadbridge/contracts';
import type { JobRecord } from '@leadbridge/usecases';

import { presentResult } from '../pipeline/job-response.js';
import { withPersons, type RowServices } from './row-person.js';

/** The result of an undo, row by row; null if it failed as a whole. */
export async function undoResult(
  record: JobRecord<'undo_import'>,
  services: RowServices,
): Promise<UndoImportResponse | null> {
  const counts = presentResult(record);
  if (counts === null) {
    return null;
  }
  const results: UndoSuccess[] = [];
  const errors: BulkFailure[] = [];
  const { jobId } = record;
  for await (const [row, person] of withPersons(jobId, services.jobs.streamRows(jobId), services)) {
    const { outcome, ...place } = row;
    if (outcome?.status === 'failed') {
      errors.push(wireForm(bulkFailure, { ...outcome, ...place, ...person }));
    } else if (outcome !== null && hasUndoResult(outcome)) {
      results.push(wireForm(undoSuccess, { ...outcome, ...place, ...person, success: true }));
    }
  }
  return { ...counts, results, errors };
}
