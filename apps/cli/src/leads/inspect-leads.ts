import { unknownColumns } from '@leadbridge/domain';

import { UsageError } from '../command-error.js';
import { openLeads, type LeadFile, type ReadOptions } from './read-leads.js';

export interface InspectedFile extends Pick<LeadFile, 'source' | 'leftOut'> {
  readonly form: string;
  readonly leads: number;
  /** The headers of a table, or every key that its JSON has. */
  readonly columns: readonly string[];
  /** The columns that name no field and hold something, in words. */
  readonly ignored: readonly string[];
}

/**
 * Reads a file from end to end before anything of it is sent: a fault in its last row imports nothing of it.
 *
 * @throws UsageError for a file that cannot be read, or holds no lead
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
