/** Why a table is rejected; the message is for the author of the table. */
export class CsvError extends Error {
  override readonly name = 'CsvError';

  constructor(
    message: string,
    /** The line of the file, from 1; null if the error concerns the whole file. */
    readonly line: number | null = null,
    options?: ErrorOptions,
  ) {
    super(line === null ? message : `line ${line}: ${message}`, options);
  }
}
