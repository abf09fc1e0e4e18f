import type { BulkFailure, UndoImportAnswer, UndoSuccess } from '@leadbridge/contracts';
import { undoResults } from '@leadbridge/contracts';
import type { JobRecord } from '@leadbridge/usecases';

import { presentResult } from '../pipeline/job-answer.js';
import type { ApiServices } from '../services.js';
import { presentRow } from './job-row.js';

/** The result of an undo, row by row; null if it failed as a whole. */
export async function undoResult(
  record: JobRecord<'undo_import'>,
  services: Pick<ApiServices, 'jobs'>,
): Promise<UndoImportAnswer | null> {
  const counts = presentResult(record);
  if (counts === null) {
    return null;
  }
  const results: UndoSuccess[] = [];
  const errors: BulkFailure[] = [];
  for await (const row of services.jobs.streamRows(record.jobId)) {
    const view = presentRow(row);
    const { index, row: number } = view;
    if (view.success === true) {
      const { lead_id = null, fields_restored: restored, fields_kept: kept, reason } = view;
      results.push({
        index,
        row: number,
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
        index,
        row: number,
        error: error ?? '',
        code,
        ...(suggestion === undefined ? {} : { suggestion }),
      });
    }
  }
  return { ...counts, results, errors };
}
