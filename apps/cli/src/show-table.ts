import { writeFile } from 'node:fs/promises';

import { byteOrderMark } from '@leadbridge/platform';

import type { ServiceContext } from './compose.js';

/**
 * Shows a table of the service on the standard output, or writes it to a file, with the byte order mark that decoding
 * has removed from its response.
 *
 * @param name what is in the file, as the beginning of a sentence
 */
export async function showTable(
  terminal: ServiceContext['terminal'],
  response: string,
  { output, name }: { readonly output: string | undefined; readonly name: string },
): Promise<boolean> {
  const table = byteOrderMark + response.replace(byteOrderMark, '');
  if (output === undefined) {
    terminal.result(table.replace(/\r?\n$/u, ''));
  } else {
    await writeFile(output, table);
    terminal.note(`${name} are in ${output}`);
  }
  return true;
}
