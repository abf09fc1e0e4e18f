import { gatingKeysOfLead, personOfLead, readFlagged, type ReadSettings } from '@leadbridge/domain';
import { traceOf } from '@leadbridge/platform';

import type { OptOutRequest } from '../ports/suppression.js';
import type { ImportRow } from './import-row-state.js';
import { reasonOf } from './opt-out-of-row.js';

/**
 * The opt-outs from a row whose lead is not recorded: it was rejected, refused by the PSA, or not reached. A
 * row that was rejected because it contains several people may carry several opt-outs. Empty if it carries
 * none, or does not identify the person.
 */
function optOutsOfUnrecordedRow(
  row: Pick<ImportRow, 'source' | 'data' | 'traceparent'>,
  at: string,
  settings: ReadSettings,
): readonly OptOutRequest[] {
  return readFlagged(row.source, row.data, settings).flatMap((lead): readonly OptOutRequest[] => {
    const keys = gatingKeysOfLead(lead);
    if (keys.length === 0) {
      return [];
    }
    const request: OptOutRequest = {
      origin: 'import',
      ticketId: null,
      leadId: null,
      person: personOfLead(lead),
      keys,
      leadSource: row.source.label,
      reason: reasonOf(row),
      marks: ['flag', 'list'],
      at,
      by: 'import',
      ...traceOf(row),
    };
    return [request];
  });
}

/** The opt-outs among rows whose leads are not recorded. */
export function optOutsOfUnrecordedRows(
  rows: readonly Pick<ImportRow, 'source' | 'data' | 'traceparent'>[],
  at: string,
  settings: ReadSettings,
): readonly OptOutRequest[] {
  return rows.flatMap((row) => optOutsOfUnrecordedRow(row, at, settings));
}
