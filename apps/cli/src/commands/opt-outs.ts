import { writeFile } from 'node:fs/promises';

import type { SuppressionStatus } from '@leadbridge/contracts';
import { byteOrderMark } from '@leadbridge/platform';

import type { ServiceContext } from '../compose.js';

export interface OptOutExportOptions {
  readonly status?: SuppressionStatus;
  readonly provider?: string;
  readonly output?: string;
}

/** All suppressions as CSV, on the standard output or in a file. */
export async function exportOptOuts(
  { api, terminal }: ServiceContext,
  { output, ...filters }: OptOutExportOptions,
): Promise<boolean> {
  const { data } = await api.GET('/suppressions', {
    params: { query: { format: 'csv', ...filters } },
    parseAs: 'text',
  });
  // Decoding removes the byte order mark.
  const table = byteOrderMark + data.replace(byteOrderMark, '');
  if (output === undefined) {
    terminal.result(table.replace(/\r?\n$/u, ''));
  } else {
    await writeFile(output, table);
    terminal.note(`The suppressions are in ${output}`);
  }
  return true;
}
