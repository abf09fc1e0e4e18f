import {
  dedupeKey,
  defaultSources,
  duplicateMessage,
  findSource,
  flatField,
  INSUFFICIENT_DATA,
  readPayload,
  type LeadSource,
} from '@leadbridge/domain';

import type { LeadFile } from './lead-file.js';
import { leadOfRow, type Mapping } from './mapping.js';

/** What is wrong with one row, as the import will say it. */
export interface RowFault {
  /** The place of the row in the file's list of rows. */
  readonly index: number;
  /** The column that it is about; null where it is about the row as a whole. */
  readonly column: number | null;
  readonly message: string;
}

/** Numbers without a country are read as the service's default country does; which that is, a browser does not know. */
const settings = { defaultCountry: 'US' };

/**
 * Reads every row by the rules of the import itself, and tells what it would refuse. What only the service knows, such as an opt-out, is told
 * by a dry run.
 */
export function checkRows(file: LeadFile, mapping: Mapping, sourceName: string): readonly RowFault[] {
  const source = sourceOf(sourceName);
  const seen = new Map<string, number>();
  return file.rows.flatMap((row, index): RowFault[] => {
    const read = readPayload(source, leadOfRow(file, mapping, row), settings);
    if (!read.ok) {
      return read.faults.map(({ field, message, suggestion }) => ({
        index,
        column: columnOf(mapping, field),
        message: suggestion === undefined ? message : `${message}. ${suggestion}`,
      }));
    }
    const key = dedupeKey(read.lead);
    if (key === null) {
      return [
        {
          index,
          column: null,
          message: `${INSUFFICIENT_DATA}: give an email, a company with a name, or a phone number`,
        },
      ];
    }
    const first = seen.get(key.key);
    if (first === undefined) {
      seen.set(key.key, row.row);
      return [];
    }
    return [{ index, column: null, message: `${duplicateMessage(key.kind)}: the same as row ${first}` }];
  });
}

function sourceOf(name: string): LeadSource {
  // A source that the configuration has added is read as a file's leads are; the service knows its kind.
  return findSource(defaultSources, name) ?? { name, kind: 'flat', label: name, aliases: [], enabled: true };
}

function columnOf(mapping: Mapping, path: string): number | null {
  const field = path.replace(/^data\./u, '');
  const index = mapping.findIndex(
    ({ column, field: mapped }) =>
      column === field || (mapped ?? column) === field || mapped === flatField(field),
  );
  return index === -1 ? null : index;
}
