import type { BulkFailure, UndoImportResponse, UndoSuccess } from '@leadbridge/contracts';
import { undoResults } from '@leadbridge/contracts';
import type { JobRecord } from '@leadbridge/usecases';

import { presentResult } from '../pipeline/job-response.js';
import { presentRow } from './job-row.js';
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
    const view = presentRow(row);
    const place = { index: row.index, row: row.row, ...person };
    if (view.success === true) {
      const { lead_id = null, fields_restored: restored, fields_kept: kept, reason } = view;
      results.push({
        ...place,
        success: true,
        lead_id,
        result: undoResults.find((result) => result === view.result) ?? 'nothing_to_undo',
        ...(restored === undefined ? {} : { fields_restored: restored }),
        ...(kept === undefined ? {} : { fields_kept: kept }),
        ...(reason === undefined ? {} : { reason }),
      });
    } else if (view.success === false) {
      const { error, code = '', suggestion } = view;
      errors.push({
        ...place,
        error: error ?? '',
        code,
        ...(suggestion === undefined ? {} : { suggestion }),
      });
    }
  }
  return { ...counts, results, errors };
}
