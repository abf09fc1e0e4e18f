/** Why a table of text is refused; the message is for whoever made the table. */
export class CsvError extends Error {
  override readonly name = 'CsvError';

  constructor(
    message: string,
    /** Of the file, from 1; null where the whole file is meant. */
    readonly line: number | null = null,
    options?: ErrorOptions,
  ) {
    super(line === null ? message : `line ${line}: ${message}`, options);
  }
}
