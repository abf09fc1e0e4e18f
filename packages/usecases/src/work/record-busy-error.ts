/** Other work on the same record is in progress. Not a failure: retry a little later. */
export class RecordBusyError extends Error {
  override readonly name = 'RecordBusyError';
}
