import { dedupeKey, flatField, readListedOptOut, type DedupeKeyKind } from '@leadbridge/domain';

import type { LeadFile } from './lead-file.js';
import { leadOfRow, type Mapping } from './mapping.js';
import { readLead, usualReading } from './read-row.js';

/** What is wrong with one row, as the import will say it. */
export interface RowFault {
  /** The place of the row in the file's list of rows. */
  readonly index: number;
  /** Its number in the file, as a spreadsheet shows it. */
  readonly row: number;
  /** The column that it is about; null where it is about the row as a whole. */
  readonly column: number | null;
  readonly message: string;
}

/** What the import leaves out of a row, or reads otherwise than it stands there. */
export interface RowWarning {
  readonly index: number;
  readonly message: string;
}

/** In what two rows are the same person. */
const sames: Readonly<Record<DedupeKeyKind, string>> = {
  email: 'Same email',
  'company-person': 'Same company and name',
  phone: 'Same phone number',
};

/**
 * Reads every row by the rules of the import itself, and tells what it would refuse. What only the service knows, such as an opt-out, is told
 * by a dry run.
 */
export function checkRows(
  file: LeadFile,
  mapping: Mapping,
  sourceName: string,
): { readonly faults: readonly RowFault[]; readonly warnings: readonly RowWarning[] } {
  const seen = new Map<string, number>();
  const warnings: RowWarning[] = [];
  const faults = file.rows.flatMap((row, index): RowFault[] => {
    const read = readLead(file, row, { mapping, source: sourceName });
    if (!read.ok) {
      return read.faults.map(({ field, message, suggestion }) => ({
        index,
        row: row.row,
        column: columnOf(mapping, field),
        message: suggestion === undefined ? message : `${message}. ${suggestion}`,
      }));
    }
    warnings.push(...read.warnings.map((message) => ({ index, message })));
    const key = dedupeKey(read.lead);
    if (key === null) {
      return [
        {
          index,
          row: row.row,
          column: null,
          message: 'Needs an email, a phone number, or a name with a company',
        },
      ];
    }
    const first = seen.get(key.key);
    if (first === undefined) {
      seen.set(key.key, row.row);
      return [];
    }
    const column = key.kind === 'email' ? columnOf(mapping, 'email') : null;
    return [{ index, row: row.row, column, message: `${sames[key.kind]} as row ${first}` }];
  });
  return { faults, warnings };
}

/** The same for rows of opt-outs. */
export function checkOptOuts(file: LeadFile, mapping: Mapping, now: number): ReturnType<typeof checkRows> {
  const warnings: RowWarning[] = [];
  const faults = file.rows.flatMap((row, index): RowFault[] => {
    const read = readListedOptOut(leadOfRow(file, mapping, row), usualReading, now);
    if (read.ok) {
      warnings.push(...read.warnings.map((message) => ({ index, message })));
      return [];
    }
    return [{ index, row: row.row, column: null, message: read.error }];
  });
  return { faults, warnings };
}

function columnOf(mapping: Mapping, path: string): number | null {
  const field = path.replace(/^data\./u, '');
  const index = mapping.findIndex(
    ({ column, field: mapped }) =>
      column === field || (mapped ?? column) === field || mapped === flatField(field),
  );
  return index === -1 ? null : index;
}
