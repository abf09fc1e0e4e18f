import { unknownColumns } from '@leadbridge/domain';

import { UsageError } from '../command-error.js';
import { openLeads, type LeadFile, type ReadOptions } from './read-leads.js';

export interface InspectedFile extends Pick<LeadFile, 'source' | 'leftOut'> {
  readonly form: string;
  readonly leads: number;
  /** The headers of a table, or every key that its JSON has. */
  readonly columns: readonly string[];
  /** A text about the columns with values that name no field. */
  readonly ignored: readonly string[];
}

/**
 * Reads the complete file before anything is sent: an error in its last row prevents the import.
 *
 * @throws UsageError for a file that cannot be read, or has no lead
 */
export async function inspectLeads(path: string, options: ReadOptions): Promise<InspectedFile> {
  const { columns, keys, form, source, leftOut, records } = await openLeads(path, options);
  const unknown = new Map(unknownColumns(keys).map(({ name, nearest }) => [name, nearest]));
  const filled = new Set<string>();
  const found = new Set<string>();
  let leads = 0;
  for await (const { lead } of records) {
    leads += 1;
    for (const key of Object.keys(lead)) {
      found.add(key);
      if (unknown.has(key)) {
        filled.add(key);
      }
    }
  }
  if (leads === 0) {
    throw new UsageError(`${path}: the file contains no leads`);
  }
  const ignored = [...filled].map((name) => {
    const nearest = unknown.get(name) ?? null;
    return JSON.stringify(name) + (nearest === null ? '' : ` (did you mean ${nearest}?)`);
  });
  return { form, source, leftOut, leads, columns: columns ?? [...found], ignored };
}
