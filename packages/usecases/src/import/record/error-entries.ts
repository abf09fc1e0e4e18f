import { setAsideCode } from '@leadbridge/contracts';
import { customFieldName } from '@leadbridge/domain';

import type { NewErrorLogEntry } from '../../ports/error-log-entry.js';
import type { RowPlace } from '../../ports/row-outcome.js';
import type { Decided } from '../batch.js';
import type { WrittenRow } from '../import-row-state.js';

/**
 * The operators' log entries for failed rows: one for each reason in a job. A refusal by the PSA is logged as
 * an error, invalid data from the caller as a warning.
 *
 * @param ofBulk true for rows of bulk imports, which are identified by their number and share one entry per reason
 */
export function entriesOfFailures(
  decided: readonly Decided[],
  { ofBulk }: { readonly ofBulk: boolean },
): NewErrorLogEntry[] {
  const found = new Map<string, { readonly errorLogEntry: NewErrorLogEntry; readonly rows: RowPlace[] }>();
  for (const { row, outcome } of decided) {
    if (outcome.status !== 'failed') {
      continue;
    }
    const { code, error } = outcome;
    const { jobId } = row.ref;
    const key = JSON.stringify([jobId, code, error]);
    const isFault = ['EXTERNAL_API_ERROR', 'INTERNAL_ERROR', setAsideCode].includes(code);
    const entry = found.get(key) ?? {
      errorLogEntry: {
        level: isFault ? 'error' : 'warning',
        fault: isFault ? 'service' : 'caller',
        message: error,
        source: code === 'EXTERNAL_API_ERROR' ? 'psa' : 'import',
        leadSource: row.source.name,
        errorCode: code,
        jobId,
        requestId: row.requestId,
      },
      rows: [],
    };
    entry.rows.push({ index: row.ref.index, row: row.row });
    found.set(key, entry);
  }
  return [...found.values()].map(({ errorLogEntry, rows }) =>
    ofBulk ? { ...errorLogEntry, oncePerJob: true, rows } : errorLogEntry,
  );
}

/** The operators' log entries for what the PSA did not take of rows that succeeded. */
export function entriesOfLosses(finished: readonly WrittenRow[]): NewErrorLogEntry[] {
  return finished.flatMap((state) => [...refusedNote(state), ...droppedFields(state)]);
}

function refusedNote({ noteRefusal, known, row }: WrittenRow): NewErrorLogEntry[] {
  return noteRefusal === null
    ? []
    : [
        {
          level: 'warning',
          message: `The PSA refused the note of an update: ${noteRefusal}`,
          source: 'psa',
          errorCode: 'NOTE_REFUSED',
          leadSource: row.source.name,
          jobId: row.ref.jobId,
          requestId: row.requestId,
          ...(known === null ? {} : { leadId: known.leadId }),
        },
      ];
}

function droppedFields({ droppedFields: ids, row }: WrittenRow): NewErrorLogEntry[] {
  const names = ids.map(customFieldName).join(', ');
  return ids.length === 0
    ? []
    : [
        {
          level: 'error',
          message: `The PSA accepts ${names} but does not store what is written: check the field in the PSA`,
          source: 'psa',
          errorCode: 'FIELD_DROPPED',
          leadSource: row.source.name,
          jobId: row.ref.jobId,
          requestId: row.requestId,
        },
      ];
}
